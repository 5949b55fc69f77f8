-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cancellation_by_refund" ON "storefront"."cancellation" USING btree ("entered_at") WHERE state = 'done';
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_incident_by_time" ON "storefront"."payment_incident" USING btree ("opened_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_settlement" ON "storefront"."payment" USING btree ("settled_at") WHERE state = 'paid';
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "placed_order_by_time" ON "storefront"."placed_order" USING btree ("created_at","id");
