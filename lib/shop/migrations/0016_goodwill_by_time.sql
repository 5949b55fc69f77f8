-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refund_of_goodwill" ON "storefront"."refund" USING btree ("created_at") WHERE cause = 'goodwill';
