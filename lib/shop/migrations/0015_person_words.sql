CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "storefront"."person_posting" (
	"word" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "person_posting_checkout_id_word_pk" PRIMARY KEY("checkout_id","word")
);
--> statement-breakpoint
CREATE TABLE "storefront"."person_word" (
	"word" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"is_name" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storefront"."checkout" ADD COLUMN "persons_indexed" text;
--> statement-breakpoint
ALTER TABLE "storefront"."person_posting" ADD CONSTRAINT "person_posting_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "person_posting_by_word" ON "storefront"."person_posting" USING btree ("word","created_at","checkout_id");
--> statement-breakpoint
CREATE INDEX "person_posting_by_prefix" ON "storefront"."person_posting" USING btree ("word" text_pattern_ops) WHERE kind in ('address', 'phone');
--> statement-breakpoint
CREATE INDEX "person_word_by_prefix" ON "storefront"."person_word" USING btree ("word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "person_word_by_name" ON "storefront"."person_word" USING gin ("word" gin_trgm_ops) WHERE is_name;
--> statement-breakpoint
CREATE INDEX "person_word_by_similarity" ON "storefront"."person_word" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkout_unindexed" ON "storefront"."checkout" USING btree ("created_at") WHERE (entries <> '{}'::jsonb or customer is not null or persons_indexed is not null) and persons_indexed is distinct from md5(entries::text || coalesce(customer::text, '') || coalesce(email, ''));
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "placed_order_by_plain_reference" ON "storefront"."placed_order" USING btree (upper(translate(reference, ' .-/', '')));
