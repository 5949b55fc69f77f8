CREATE FUNCTION "storefront"."ticket_ids"("placed" jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	-- The last segments of the paths of the single tickets.
	SELECT coalesce(array_agg(lower(regexp_replace(path #>> '{}', '^.*/', ''))), '{}')
	FROM jsonb_path_query(placed, '$.items[*].tickets[*]') path
$$;
--> statement-breakpoint
CREATE FUNCTION "storefront"."refuse_closing_change"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Days are added, and nothing else: later payments and refunds are shown beside a day.
BEGIN
	RAISE EXCEPTION 'a closed day can not be changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "closing_append_only" BEFORE UPDATE OR DELETE ON "storefront"."closing"
	FOR EACH ROW EXECUTE FUNCTION "storefront"."refuse_closing_change"();
--> statement-breakpoint
CREATE TRIGGER "closing_not_emptied" BEFORE TRUNCATE ON "storefront"."closing"
	FOR EACH STATEMENT EXECUTE FUNCTION "storefront"."refuse_closing_change"();
--> statement-breakpoint
CREATE TABLE "storefront"."ticket_erasure" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storefront"."ticket_erasure" ADD CONSTRAINT "ticket_erasure_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_by_refund_id" ON "storefront"."payment" USING btree ("refund_id");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "placed_order_by_ticket" ON "storefront"."placed_order" USING gin (storefront.ticket_ids(data));
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cancellation_by_reference" ON "storefront"."cancellation" USING btree (upper(translate(reference, ' .-/', '')));
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "cancellation_by_refund_id" ON "storefront"."cancellation" USING btree ("refund_id");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_by_detail" ON "storefront"."audit" USING gin (detail jsonb_path_ops);
