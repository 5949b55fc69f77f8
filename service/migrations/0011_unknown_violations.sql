CREATE TABLE "ticketing"."voucher_batch" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"number" integer NOT NULL,
	"prefix" text NOT NULL,
	"kind" text NOT NULL,
	"value" numeric(14, 2) NOT NULL,
	"products" jsonb,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"minimum_amount" numeric(14, 2),
	"disabled" boolean NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "voucher_batch_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "voucher_batch_by_name" UNIQUE("catalog_id","name")
);
--> statement-breakpoint
ALTER TABLE "ticketing"."voucher" ADD COLUMN "batch_id" uuid;
--> statement-breakpoint
ALTER TABLE "ticketing"."voucher" ADD COLUMN "complimentary" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "ticketing"."voucher_batch" ADD CONSTRAINT "voucher_batch_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "voucher_by_batch" ON "ticketing"."voucher" USING btree ("catalog_id","batch_id","id") WHERE batch_id is not null;
