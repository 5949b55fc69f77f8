CREATE TABLE "storefront"."nightly_job" (
	"name" text PRIMARY KEY NOT NULL,
	"done_for" timestamp with time zone NOT NULL,
	"last_started_at" timestamp with time zone,
	"last_finished_at" timestamp with time zone,
	"run_id" uuid,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "anonymised_at" timestamp with time zone;
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
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_intent" ON "storefront"."payment" USING btree ("intent");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_refund" ON "storefront"."payment" USING btree ("refunded_at") WHERE refunded_at is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_by_time" ON "storefront"."webhook" USING btree ("received_at");
