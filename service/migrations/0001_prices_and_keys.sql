CREATE TABLE "ticketing"."idempotency_key" (
	"organization_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"run" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"outcome" jsonb,
	CONSTRAINT "idempotency_key_organization_id_operation_key_pk" PRIMARY KEY("organization_id","operation","key")
);
--> statement-breakpoint
ALTER TABLE "ticketing"."catalog" ADD COLUMN "price_source" jsonb;--> statement-breakpoint
ALTER TABLE "ticketing"."offer" ADD COLUMN "priced_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "idempotency_key_by_age" ON "ticketing"."idempotency_key" USING btree ("started_at");