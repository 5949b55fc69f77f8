CREATE TABLE "storefront"."waiting_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL,
	"state" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"quantity" integer NOT NULL,
	"ticket_sessions" jsonb NOT NULL,
	"choice" text NOT NULL,
	"product_name" text NOT NULL,
	"day" text NOT NULL,
	"details" jsonb NOT NULL,
	"timezone" text,
	"created_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"request_key" uuid,
	"requested_at" timestamp with time zone,
	"checkout_id" uuid
);
--> statement-breakpoint
CREATE TABLE "storefront"."waiting_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" text NOT NULL,
	"offer_id" text NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."mail" DROP CONSTRAINT "mail_about";
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "waiting_entry_id" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."waiting_entry" ADD CONSTRAINT "waiting_entry_list_id_waiting_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "storefront"."waiting_list"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "storefront"."waiting_entry" ADD CONSTRAINT "waiting_entry_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entry_once" ON "storefront"."waiting_entry" USING btree ("list_id","email","choice") WHERE state in ('waiting', 'notified');
--> statement-breakpoint
CREATE INDEX "waiting_entry_in_line" ON "storefront"."waiting_entry" USING btree ("list_id","queued_at","id") WHERE state in ('waiting', 'notified');
--> statement-breakpoint
CREATE INDEX "waiting_entry_by_email" ON "storefront"."waiting_entry" USING btree ("email","created_at");
--> statement-breakpoint
CREATE INDEX "waiting_entry_by_end" ON "storefront"."waiting_entry" USING btree ("ends_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_of_offer" ON "storefront"."waiting_list" USING btree ("catalog_id","offer_id");
--> statement-breakpoint
CREATE INDEX "waiting_list_due" ON "storefront"."waiting_list" USING btree ("due_at") WHERE due_at is not null;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_waiting_entry_id_waiting_entry_id_fk" FOREIGN KEY ("waiting_entry_id") REFERENCES "storefront"."waiting_entry"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."mail" VALIDATE CONSTRAINT "mail_waiting_entry_id_waiting_entry_id_fk";
--> statement-breakpoint
-- outside the transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "mail_of_waiting_entry" ON "storefront"."mail" USING btree ("waiting_entry_id","kind");
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_has_subject" CHECK (num_nonnulls(checkout_id, lookup_id, waiting_entry_id) = 1) NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."mail" VALIDATE CONSTRAINT "mail_has_subject";
