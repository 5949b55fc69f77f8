CREATE TABLE "storefront"."message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" uuid NOT NULL,
	"catalog_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"session_id" uuid,
	"day" text NOT NULL,
	"occurs_at" timestamp with time zone,
	"timezone" text NOT NULL,
	"event_name" text NOT NULL,
	"audience" text NOT NULL,
	"texts" jsonb NOT NULL,
	"fallback" text NOT NULL,
	"staff" text NOT NULL,
	"sent_by" text,
	"state" text NOT NULL,
	"read_until" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."mail" DROP CONSTRAINT "mail_has_subject";
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "message_id" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "message_checkout_id" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "test_language" text;
--> statement-breakpoint
CREATE INDEX "message_of_event" ON "storefront"."message" USING btree ("event_id","created_at");
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "storefront"."message"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."mail" VALIDATE CONSTRAINT "mail_message_id_message_id_fk";
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_message_checkout_id_checkout_id_fk" FOREIGN KEY ("message_checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."mail" VALIDATE CONSTRAINT "mail_message_checkout_id_checkout_id_fk";
--> statement-breakpoint
-- outside the transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "mail_of_message" ON "storefront"."mail" USING btree ("message_checkout_id","message_id") WHERE message_checkout_id is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_by_message" ON "storefront"."mail" USING btree ("message_id") WHERE message_id is not null;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_has_subject" CHECK (num_nonnulls(checkout_id, lookup_id, waiting_entry_id, message_id) = 1) NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."mail" VALIDATE CONSTRAINT "mail_has_subject";
