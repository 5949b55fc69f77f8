CREATE TABLE "storefront"."alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"checkout_id" uuid,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"email_id" uuid,
	"attempted_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"notified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."event_cursor" (
	"id" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone,
	"asked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."nightly_job" (
	"name" text PRIMARY KEY NOT NULL,
	"done_for" timestamp with time zone NOT NULL,
	"last_started_at" timestamp with time zone,
	"last_finished_at" timestamp with time zone,
	"run_id" uuid,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "ambiguous" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "look_only" text;
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "escalated_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "anonymised_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "refused_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "attention" text;
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "attention_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "refund_attempts" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "asked_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "page_url" text;
--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD COLUMN "settled_as" text;
--> statement-breakpoint
ALTER TABLE "storefront"."webhook" ADD COLUMN "paid" jsonb;
--> statement-breakpoint
ALTER TABLE "storefront"."alert" ADD CONSTRAINT "alert_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "alert_once" ON "storefront"."alert" USING btree ("kind","key");
--> statement-breakpoint
CREATE INDEX "alert_waiting" ON "storefront"."alert" USING btree ("created_at") WHERE notified_at is null;
--> statement-breakpoint
CREATE INDEX "alert_by_attempt" ON "storefront"."alert" USING btree ("attempted_at");
--> statement-breakpoint
CREATE INDEX "alert_by_email" ON "storefront"."alert" USING btree ("email_id");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "access_by_time" ON "storefront"."access" USING btree ("granted_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkout_by_time" ON "storefront"."checkout" USING btree ("created_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkout_personal" ON "storefront"."checkout" USING btree ("state","entered_at") WHERE anonymised_at is null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "link_by_time" ON "storefront"."link" USING btree ("created_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_in_attention" ON "storefront"."mail" USING btree ("attention_at") WHERE attention is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_intent" ON "storefront"."payment" USING btree ("intent");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_refund" ON "storefront"."payment" USING btree ("refunded_at") WHERE refunded_at is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_by_time" ON "storefront"."webhook" USING btree ("received_at");
