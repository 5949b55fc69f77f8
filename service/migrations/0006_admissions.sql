CREATE TABLE "ticketing"."admission" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"scanned" text NOT NULL,
	"result" text NOT NULL,
	"conflict" boolean NOT NULL,
	"entrance" text NOT NULL,
	"actor" text,
	"scanned_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"ticket_organization_id" uuid,
	"ticket_id" uuid,
	"catalog_id" uuid,
	"session_id" uuid,
	"day" date,
	"redeemed_at" timestamp with time zone,
	"redeemed_entrance" text,
	CONSTRAINT "admission_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticketing"."admission" ADD CONSTRAINT "admission_ticket_organization_id_ticket_id_item_ticket_organization_id_id_fk" FOREIGN KEY ("ticket_organization_id","ticket_id") REFERENCES "ticketing"."item_ticket"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "admission_once" ON "ticketing"."admission" USING btree ("ticket_organization_id","ticket_id") WHERE result = 'admitted' and undone_at is null;
--> statement-breakpoint
CREATE INDEX "admission_by_day" ON "ticketing"."admission" USING btree ("organization_id","day","received_at","id");
--> statement-breakpoint
CREATE INDEX "admission_by_session" ON "ticketing"."admission" USING btree ("organization_id","session_id","received_at","id");
--> statement-breakpoint
CREATE INDEX "admission_conflicts" ON "ticketing"."admission" USING btree ("organization_id","received_at","id") WHERE conflict;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "item_ticket_by_code" ON "ticketing"."item_ticket" USING btree ("reference");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "item_ticket_by_id" ON "ticketing"."item_ticket" USING btree ("id");
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "item_ticket_by_session" ON "ticketing"."item_ticket" USING btree ("session_id") WHERE session_id is not null;
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reservation_ordered_by_offer" ON "ticketing"."reservation" USING btree ("catalog_id","offer_id") WHERE order_id is not null;
