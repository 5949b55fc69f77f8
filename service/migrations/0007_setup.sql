CREATE TABLE "ticketing"."catalog_draft" (
	"catalog_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"feed" text NOT NULL,
	"hash" text NOT NULL,
	"version" integer NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticketing"."catalog_revision" (
	"catalog_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"feed" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "catalog_revision_catalog_id_id_pk" PRIMARY KEY("catalog_id","id"),
	CONSTRAINT "revision_number" UNIQUE("catalog_id","number")
);
--> statement-breakpoint
ALTER TABLE "ticketing"."catalog" ADD COLUMN "maintainer" text DEFAULT 'feed' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."catalog" ADD COLUMN "seat_plan_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."product" ADD COLUMN "product_base" text;--> statement-breakpoint
ALTER TABLE "ticketing"."catalog_revision" ADD CONSTRAINT "catalog_revision_catalog_id_catalog_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "ticketing"."catalog"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_by_organization" ON "ticketing"."catalog_draft" USING btree ("organization_id","key");