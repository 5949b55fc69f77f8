CREATE TABLE "ticketing"."cancellation" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"units" jsonb NOT NULL,
	"refund_amount" numeric(14, 2) NOT NULL,
	"refund_amount_excl_tax" numeric(14, 2) NOT NULL,
	CONSTRAINT "cancellation_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "cancellation_by_reference" UNIQUE("organization_id","reference")
);
--> statement-breakpoint
ALTER TABLE "ticketing"."product" ADD COLUMN "cancellation" jsonb;
--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD COLUMN "cancellation" jsonb;
--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD COLUMN "cancelled_units" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "ticketing"."cancellation" ADD CONSTRAINT "cancellation_organization_id_order_id_booking_order_organization_id_id_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "ticketing"."booking_order"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "cancellation_by_order" ON "ticketing"."cancellation" USING btree ("organization_id","order_id","created_at");
--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD CONSTRAINT "reservation_cancelled_once" CHECK ("ticketing"."reservation"."cancelled_units" between 0 and "ticketing"."reservation"."quantity") NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "ticketing"."reservation" VALIDATE CONSTRAINT "reservation_cancelled_once";
