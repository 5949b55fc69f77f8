ALTER TABLE "storefront"."payment_incident" ADD COLUMN "answer_due_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD COLUMN "answered" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_incident_by_kind" ON "storefront"."payment_incident" USING btree ("kind","status","seen_at") WHERE acknowledged_at is null and status <> 'settled';
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_incident_open_dispute" ON "storefront"."payment_incident" USING btree ("answer_due_at","seen_at") WHERE kind = 'dispute' and status = 'open';
