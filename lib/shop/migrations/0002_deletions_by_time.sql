-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "alert_by_time" ON "storefront"."alert" USING btree ("created_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lookup_by_time" ON "storefront"."lookup" USING btree ("created_at");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "limit_by_time" ON "storefront"."limit_count" USING btree ("expire");
