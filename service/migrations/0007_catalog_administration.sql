CREATE TABLE "ticketing"."catalog_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "ticketing"."catalog_override" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
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
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticketing"."feed_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"source" text,
	"hash" text NOT NULL,
	"accepted" boolean NOT NULL,
	"counts" jsonb,
	"warning_count" integer DEFAULT 0 NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticketing"."catalog" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."catalog_change" ADD CONSTRAINT "catalog_change_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."catalog_override" ADD CONSTRAINT "catalog_override_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticketing"."feed_import" ADD CONSTRAINT "feed_import_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_by_time" ON "ticketing"."catalog_change" USING btree ("catalog_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "override_once" ON "ticketing"."catalog_override" USING btree ("catalog_id","kind","subject_id",coalesce("from_day", date '0001-01-01'));--> statement-breakpoint
CREATE INDEX "override_by_kind" ON "ticketing"."catalog_override" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "import_by_time" ON "ticketing"."feed_import" USING btree ("catalog_id","at","id");