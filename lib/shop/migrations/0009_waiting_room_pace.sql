ALTER TABLE "storefront"."waiting_room" ADD COLUMN "achieved_per_minute" double precision;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "waiting_admission_by_time" ON "storefront"."waiting_admission" USING btree ("used_at");
