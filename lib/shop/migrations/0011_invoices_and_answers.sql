CREATE TABLE "storefront"."answer_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "invoice" jsonb;--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "storefront"."answer_delivery" ADD CONSTRAINT "answer_delivery_id_checkout_id_fk" FOREIGN KEY ("id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_delivery_due" ON "storefront"."answer_delivery" USING btree ("due_at") WHERE due_at is not null;