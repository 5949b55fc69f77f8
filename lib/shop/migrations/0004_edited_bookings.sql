CREATE TABLE "storefront"."started_exchange" (
	"earlier_id" uuid PRIMARY KEY NOT NULL,
	"units" jsonb NOT NULL,
	"products" jsonb NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "replacing" uuid;--> statement-breakpoint
ALTER TABLE "storefront"."started_exchange" ADD CONSTRAINT "started_exchange_earlier_id_checkout_id_fk" FOREIGN KEY ("earlier_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;