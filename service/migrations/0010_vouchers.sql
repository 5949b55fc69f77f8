CREATE TABLE "ticketing"."voucher" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
	"code" text NOT NULL,
	"comparable_code" text NOT NULL,
	"kind" text NOT NULL,
	"value" numeric(14, 2) NOT NULL,
	"products" jsonb,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"maximum_uses" integer,
	"minimum_amount" numeric(14, 2),
	"disabled" boolean NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "voucher_by_code" UNIQUE("catalog_id","comparable_code"),
	CONSTRAINT "voucher_value" CHECK ("ticketing"."voucher"."value" > 0 and ("ticketing"."voucher"."kind" = 'amount' or "ticketing"."voucher"."value" <= 100))
);
--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD COLUMN "voucher_id" uuid;
--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD COLUMN "voucher" jsonb;
--> statement-breakpoint
ALTER TABLE "ticketing"."voucher" ADD CONSTRAINT "voucher_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reservation_by_voucher" ON "ticketing"."reservation" USING btree ("voucher_id") WHERE voucher_id is not null;
--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD CONSTRAINT "reservation_voucher" CHECK (("ticketing"."reservation"."voucher_id" is null) = ("ticketing"."reservation"."voucher" is null)) NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "ticketing"."reservation" VALIDATE CONSTRAINT "reservation_voucher";
