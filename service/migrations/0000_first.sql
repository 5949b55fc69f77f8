CREATE SCHEMA "ticketing";
--> statement-breakpoint
CREATE TABLE "ticketing"."counter" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"capacity" integer,
	"held" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "counter_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "counter_not_negative" CHECK ("ticketing"."counter"."held" >= 0 and "ticketing"."counter"."sold" >= 0),
	CONSTRAINT "counter_never_oversold" CHECK ("ticketing"."counter"."held" + "ticketing"."counter"."sold" <= "ticketing"."counter"."capacity")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."hold" (
	"catalog_id" uuid NOT NULL,
	"counter_id" uuid NOT NULL,
	"hold_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hold_catalog_id_counter_id_hold_id_pk" PRIMARY KEY("catalog_id","counter_id","hold_id"),
	CONSTRAINT "hold_positive" CHECK ("ticketing"."hold"."units" > 0)
);
--> statement-breakpoint
CREATE TABLE "ticketing"."catalog" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" jsonb NOT NULL,
	"language" text NOT NULL,
	"languages" jsonb NOT NULL,
	"timezone" text NOT NULL,
	"issuer" jsonb NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalog_organization_id_key_unique" UNIQUE("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."document_file" (
	"organization_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"language" text NOT NULL,
	"storage_key" text NOT NULL,
	"cached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_file_organization_id_document_id_language_pk" PRIMARY KEY("organization_id","document_id","language")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."event" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"image" jsonb,
	"venue" jsonb,
	"retired_at" timestamp with time zone,
	CONSTRAINT "event_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."form" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"fields" jsonb NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "form_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "form_by_id" UNIQUE("id","catalog_id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."offer" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"key" text NOT NULL,
	"day" date NOT NULL,
	"price" numeric(14, 2) NOT NULL,
	"original_price" numeric(14, 2) NOT NULL,
	"price_excl_tax" numeric(14, 2),
	"sale_ends_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "offer_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "offer_by_id" UNIQUE("id","catalog_id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."item_ticket" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"reference" text NOT NULL,
	"ticket_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"session_id" uuid,
	"status" text DEFAULT 'valid' NOT NULL,
	"redeemed_at" timestamp with time zone,
	"holder" jsonb,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "item_ticket_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "item_ticket_by_reference" UNIQUE("organization_id","reference")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."booking_order" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"external_reference" text,
	"customer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_order_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "order_once_per_reservation" UNIQUE("organization_id","reservation_id"),
	CONSTRAINT "order_by_reference" UNIQUE("organization_id","reference")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."product" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"image" jsonb,
	"product_base_id" uuid,
	"vat_rate" numeric,
	"realtime_price_required" boolean NOT NULL,
	"form_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "product_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."ticket" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"date_access" boolean NOT NULL,
	"tag" text,
	"retired_at" timestamp with time zone,
	CONSTRAINT "ticket_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."reservation" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"order_id" uuid,
	"catalog_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_amount" numeric(14, 2) NOT NULL,
	"unit_amount_excl_tax" numeric(14, 2) NOT NULL,
	"tickets" jsonb NOT NULL,
	"held_counters" integer NOT NULL,
	"extensions" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reservation_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."session" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"key" text NOT NULL,
	"occurs_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"duration" text,
	"name" jsonb,
	"tag" text,
	"retired_at" timestamp with time zone,
	CONSTRAINT "session_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticketing"."event" ADD CONSTRAINT "event_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."form" ADD CONSTRAINT "form_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."offer" ADD CONSTRAINT "offer_catalog_id_product_id_product_catalog_id_id_fk" FOREIGN KEY ("catalog_id","product_id") REFERENCES "ticketing"."product"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."item_ticket" ADD CONSTRAINT "item_ticket_organization_id_order_id_booking_order_organization_id_id_fk" FOREIGN KEY ("organization_id","order_id") REFERENCES "ticketing"."booking_order"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."booking_order" ADD CONSTRAINT "booking_order_organization_id_reservation_id_reservation_organization_id_id_fk" FOREIGN KEY ("organization_id","reservation_id") REFERENCES "ticketing"."reservation"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."product" ADD CONSTRAINT "product_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."ticket" ADD CONSTRAINT "ticket_catalog_id_product_id_product_catalog_id_id_fk" FOREIGN KEY ("catalog_id","product_id") REFERENCES "ticketing"."product"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."ticket" ADD CONSTRAINT "ticket_catalog_id_event_id_event_catalog_id_id_fk" FOREIGN KEY ("catalog_id","event_id") REFERENCES "ticketing"."event"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD CONSTRAINT "session_catalog_id_event_id_event_catalog_id_id_fk" FOREIGN KEY ("catalog_id","event_id") REFERENCES "ticketing"."event"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hold_by_reservation" ON "ticketing"."hold" USING btree ("hold_id");--> statement-breakpoint
CREATE INDEX "hold_by_expiry" ON "ticketing"."hold" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "offer_by_product" ON "ticketing"."offer" USING btree ("catalog_id","product_id","day");--> statement-breakpoint
CREATE INDEX "offer_by_day" ON "ticketing"."offer" USING btree ("catalog_id","day","id");--> statement-breakpoint
CREATE INDEX "item_ticket_by_order" ON "ticketing"."item_ticket" USING btree ("organization_id","order_id","position");--> statement-breakpoint
CREATE INDEX "order_by_external_reference" ON "ticketing"."booking_order" USING btree ("organization_id","external_reference");--> statement-breakpoint
CREATE INDEX "order_by_time" ON "ticketing"."booking_order" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "product_by_base" ON "ticketing"."product" USING btree ("product_base_id");--> statement-breakpoint
CREATE INDEX "ticket_by_product" ON "ticketing"."ticket" USING btree ("catalog_id","product_id","position");--> statement-breakpoint
CREATE INDEX "ticket_by_event" ON "ticketing"."ticket" USING btree ("catalog_id","event_id");--> statement-breakpoint
CREATE INDEX "reservation_by_time" ON "ticketing"."reservation" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_by_time" ON "ticketing"."session" USING btree ("catalog_id","event_id","occurs_at","id");--> statement-breakpoint
CREATE INDEX "session_by_day" ON "ticketing"."session" USING btree ("catalog_id","event_id","day");