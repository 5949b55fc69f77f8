CREATE SCHEMA "ticketing";
--> statement-breakpoint
CREATE TABLE "ticketing"."admission" (
	"catalog_id" uuid NOT NULL,
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
	"ticket_id" uuid,
	"session_id" uuid,
	"day" date,
	"redeemed_at" timestamp with time zone,
	"redeemed_entrance" text,
	CONSTRAINT "admission_organization_id_id_catalog_id_pk" PRIMARY KEY("organization_id","id","catalog_id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."counter" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"capacity" integer,
	"sale_limit" integer,
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
	CONSTRAINT "hold_catalog_id_hold_id_counter_id_pk" PRIMARY KEY("catalog_id","hold_id","counter_id"),
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
	"price_source" jsonb,
	"imported_at" timestamp with time zone NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "catalog_organization_id_key_unique" UNIQUE("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."catalog_change" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	CONSTRAINT "catalog_change_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."catalog_override" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"from_day" date,
	"price" numeric(14, 2),
	"original_price" numeric(14, 2),
	"price_excl_tax" numeric(14, 2),
	"capacity" integer,
	"feed_capacity" integer,
	"feed_sale_limit" integer,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalog_override_id_catalog_id_pk" PRIMARY KEY("id","catalog_id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."document_file" (
	"catalog_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"language" text NOT NULL,
	"storage_key" text NOT NULL,
	"cached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_file_catalog_id_document_id_language_pk" PRIMARY KEY("catalog_id","document_id","language")
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
	"arrival_window" boolean DEFAULT false NOT NULL,
	"category" text,
	"languages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"accessibility" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "event_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."feed_import" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"source" text,
	"hash" text NOT NULL,
	"accepted" boolean NOT NULL,
	"counts" jsonb,
	"warning_count" integer DEFAULT 0 NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "feed_import_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."session_change" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"what" text NOT NULL,
	"from_time" timestamp with time zone NOT NULL,
	"to_time" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_change_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."form" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"fields" jsonb NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "form_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "ticketing"."offer" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"key" text NOT NULL,
	"day" date NOT NULL,
	"price" numeric(14, 2) NOT NULL,
	"original_price" numeric(14, 2) NOT NULL,
	"price_excl_tax" numeric(14, 2),
	"priced_at" timestamp with time zone,
	"sale_starts_at" timestamp with time zone,
	"sale_ends_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "offer_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."cancellation" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"units" jsonb NOT NULL,
	"refund_amount" numeric(14, 2) NOT NULL,
	"refund_amount_excl_tax" numeric(14, 2) NOT NULL,
	"rebooked_to" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "cancellation_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "cancellation_by_reference" UNIQUE("organization_id","reference","catalog_id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."item_ticket" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
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
	CONSTRAINT "item_ticket_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "item_ticket_by_reference" UNIQUE("reference","catalog_id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."booking_order" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"external_reference" text,
	"customer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_order_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "order_once_per_reservation" UNIQUE("catalog_id","reservation_id"),
	CONSTRAINT "order_by_reference" UNIQUE("organization_id","reference","catalog_id")
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
	"cancellation" jsonb,
	"rebooking" jsonb,
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
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"order_id" uuid,
	"offer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_amount" numeric(14, 2) NOT NULL,
	"unit_amount_excl_tax" numeric(14, 2) NOT NULL,
	"vat_rate" numeric,
	"tickets" jsonb NOT NULL,
	"held_counters" integer NOT NULL,
	"extensions" integer DEFAULT 0 NOT NULL,
	"cancellation" jsonb,
	"rebooking" jsonb,
	"cancelled_units" integer DEFAULT 0 NOT NULL,
	"voucher_id" uuid,
	"voucher" jsonb,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reservation_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "reservation_cancelled_once" CHECK ("ticketing"."reservation"."cancelled_units" between 0 and "ticketing"."reservation"."quantity"),
	CONSTRAINT "reservation_voucher" CHECK (("ticketing"."reservation"."voucher_id" is null) = ("ticketing"."reservation"."voucher" is null))
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
	"description" jsonb,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"sale_starts_at" timestamp with time zone,
	"sale_ends_at" timestamp with time zone,
	"tag" text,
	"retired_at" timestamp with time zone,
	CONSTRAINT "session_catalog_id_id_pk" PRIMARY KEY("catalog_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticketing"."voucher" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
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
	CONSTRAINT "voucher_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "voucher_by_code" UNIQUE("catalog_id","comparable_code"),
	CONSTRAINT "voucher_value" CHECK ("ticketing"."voucher"."value" > 0 and ("ticketing"."voucher"."kind" = 'amount' or "ticketing"."voucher"."value" <= 100))
);
--> statement-breakpoint
ALTER TABLE "ticketing"."admission" ADD CONSTRAINT "admission_catalog_id_ticket_id_item_ticket_catalog_id_id_fk" FOREIGN KEY ("catalog_id","ticket_id") REFERENCES "ticketing"."item_ticket"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."catalog_change" ADD CONSTRAINT "catalog_change_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."catalog_override" ADD CONSTRAINT "catalog_override_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."event" ADD CONSTRAINT "event_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."feed_import" ADD CONSTRAINT "feed_import_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."session_change" ADD CONSTRAINT "session_change_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."form" ADD CONSTRAINT "form_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."offer" ADD CONSTRAINT "offer_catalog_id_product_id_product_catalog_id_id_fk" FOREIGN KEY ("catalog_id","product_id") REFERENCES "ticketing"."product"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."cancellation" ADD CONSTRAINT "cancellation_catalog_id_order_id_booking_order_catalog_id_id_fk" FOREIGN KEY ("catalog_id","order_id") REFERENCES "ticketing"."booking_order"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."item_ticket" ADD CONSTRAINT "item_ticket_catalog_id_order_id_booking_order_catalog_id_id_fk" FOREIGN KEY ("catalog_id","order_id") REFERENCES "ticketing"."booking_order"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."booking_order" ADD CONSTRAINT "booking_order_catalog_id_reservation_id_reservation_catalog_id_id_fk" FOREIGN KEY ("catalog_id","reservation_id") REFERENCES "ticketing"."reservation"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."product" ADD CONSTRAINT "product_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."ticket" ADD CONSTRAINT "ticket_catalog_id_product_id_product_catalog_id_id_fk" FOREIGN KEY ("catalog_id","product_id") REFERENCES "ticketing"."product"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."ticket" ADD CONSTRAINT "ticket_catalog_id_event_id_event_catalog_id_id_fk" FOREIGN KEY ("catalog_id","event_id") REFERENCES "ticketing"."event"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD CONSTRAINT "session_catalog_id_event_id_event_catalog_id_id_fk" FOREIGN KEY ("catalog_id","event_id") REFERENCES "ticketing"."event"("catalog_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."voucher" ADD CONSTRAINT "voucher_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admission_once" ON "ticketing"."admission" USING btree ("catalog_id","ticket_id") WHERE result = 'admitted' and undone_at is null;--> statement-breakpoint
CREATE INDEX "admission_by_ticket" ON "ticketing"."admission" USING btree ("catalog_id","ticket_id");--> statement-breakpoint
CREATE INDEX "admission_by_day" ON "ticketing"."admission" USING btree ("organization_id","day","received_at","id");--> statement-breakpoint
CREATE INDEX "admission_by_session" ON "ticketing"."admission" USING btree ("organization_id","session_id","received_at","id");--> statement-breakpoint
CREATE INDEX "admission_conflicts" ON "ticketing"."admission" USING btree ("organization_id","received_at","id") WHERE conflict;--> statement-breakpoint
CREATE INDEX "hold_by_counter" ON "ticketing"."hold" USING btree ("catalog_id","counter_id","expires_at");--> statement-breakpoint
CREATE INDEX "hold_by_expiry" ON "ticketing"."hold" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "change_by_time" ON "ticketing"."catalog_change" USING btree ("catalog_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "override_once" ON "ticketing"."catalog_override" USING btree ("catalog_id","kind","subject_id",coalesce("from_day", date '0001-01-01'));--> statement-breakpoint
CREATE INDEX "import_by_time" ON "ticketing"."feed_import" USING btree ("catalog_id","at","id");--> statement-breakpoint
CREATE INDEX "session_change_by_time" ON "ticketing"."session_change" USING btree ("changed_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_key_by_age" ON "ticketing"."idempotency_key" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "offer_by_product" ON "ticketing"."offer" USING btree ("catalog_id","product_id","day");--> statement-breakpoint
CREATE INDEX "offer_by_day" ON "ticketing"."offer" USING btree ("catalog_id","day","id");--> statement-breakpoint
CREATE INDEX "cancellation_by_order" ON "ticketing"."cancellation" USING btree ("catalog_id","order_id","created_at");--> statement-breakpoint
CREATE INDEX "item_ticket_by_order" ON "ticketing"."item_ticket" USING btree ("catalog_id","order_id","position");--> statement-breakpoint
CREATE INDEX "item_ticket_by_session" ON "ticketing"."item_ticket" USING btree ("catalog_id","session_id") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "order_by_external_reference" ON "ticketing"."booking_order" USING btree ("organization_id","external_reference");--> statement-breakpoint
CREATE INDEX "order_by_time" ON "ticketing"."booking_order" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "product_by_base" ON "ticketing"."product" USING btree ("product_base_id");--> statement-breakpoint
CREATE INDEX "ticket_by_product" ON "ticketing"."ticket" USING btree ("catalog_id","product_id","position");--> statement-breakpoint
CREATE INDEX "ticket_by_event" ON "ticketing"."ticket" USING btree ("catalog_id","event_id");--> statement-breakpoint
CREATE INDEX "reservation_by_time" ON "ticketing"."reservation" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reservation_by_voucher" ON "ticketing"."reservation" USING btree ("catalog_id","voucher_id") WHERE voucher_id is not null;--> statement-breakpoint
CREATE INDEX "reservation_by_end" ON "ticketing"."reservation" USING brin ("expires_at");--> statement-breakpoint
CREATE INDEX "reservation_ordered_by_offer" ON "ticketing"."reservation" USING btree ("catalog_id","offer_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "session_by_time" ON "ticketing"."session" USING btree ("catalog_id","event_id","occurs_at","id");--> statement-breakpoint
CREATE INDEX "session_of_day" ON "ticketing"."session" USING btree ("catalog_id","day","occurs_at","id");--> statement-breakpoint
CREATE INDEX "session_by_day" ON "ticketing"."session" USING btree ("catalog_id","event_id","day");--> statement-breakpoint
-- By hand: every hold rewrites its counter, and room on the page keeps the new version beside the old one.
ALTER TABLE "ticketing"."counter" SET (fillfactor = 50);
