ALTER TABLE "storefront"."payment" ADD COLUMN "payout_id" text;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_paid_out" ON "storefront"."payment" USING btree ("settled_at") WHERE payout_id is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_not_paid_out" ON "storefront"."payment" USING btree ("settled_at") WHERE payout_id is null and state = 'paid' and method = 'provider';
