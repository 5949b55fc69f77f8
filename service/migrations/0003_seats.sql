CREATE TABLE "ticketing"."taken_seat" (
	"catalog_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"seat" text NOT NULL,
	"hold_id" uuid NOT NULL,
	CONSTRAINT "taken_seat_catalog_id_session_id_seat_pk" PRIMARY KEY("catalog_id","session_id","seat")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."seat_plan" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"plan" jsonb NOT NULL,
	CONSTRAINT "seat_plan_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticketing"."hold" ADD COLUMN "seats" text[];
--> statement-breakpoint
ALTER TABLE "ticketing"."item_ticket" ADD COLUMN "seat" jsonb;
--> statement-breakpoint
ALTER TABLE "ticketing"."ticket" ADD COLUMN "zone" text;
--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD COLUMN "seat_plan_id" uuid;
--> statement-breakpoint
ALTER TABLE "ticketing"."seat_plan" ADD CONSTRAINT "seat_plan_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ticketing"."hold" ADD CONSTRAINT "hold_seat_for_each" CHECK (cardinality("ticketing"."hold"."seats") = "ticketing"."hold"."units") NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "ticketing"."hold" VALIDATE CONSTRAINT "hold_seat_for_each";
