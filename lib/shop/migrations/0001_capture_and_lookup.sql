CREATE TABLE "storefront"."lookup" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" DROP CONSTRAINT "checkout_state";--> statement-breakpoint
ALTER TABLE "storefront"."payment" DROP CONSTRAINT "payment_state";--> statement-breakpoint
ALTER TABLE "storefront"."mail" ALTER COLUMN "checkout_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "lookup_id" uuid;--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "capture" text DEFAULT 'automatic' NOT NULL;--> statement-breakpoint
CREATE INDEX "lookup_by_email" ON "storefront"."lookup" USING btree ("email","created_at");--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_lookup_id_lookup_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "storefront"."lookup"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_of_lookup" ON "storefront"."mail" USING btree ("lookup_id");--> statement-breakpoint
CREATE INDEX "timeline_of_unexpected" ON "storefront"."timeline" USING btree ("checkout_id") WHERE what = 'payment_unexpected';--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD CONSTRAINT "checkout_state" CHECK (state in ('held', 'paying', 'paid', 'ordering', 'capturing', 'ordered', 'refunding', 'refunded', 'voiding', 'voided', 'expired', 'cancelled', 'attention'));--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_about" CHECK ((checkout_id is null) <> (lookup_id is null));--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD CONSTRAINT "payment_state" CHECK (state in ('opening', 'open', 'authorized', 'paid', 'closed'));