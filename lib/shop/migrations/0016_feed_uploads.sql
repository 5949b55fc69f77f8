CREATE TABLE "storefront"."feed_upload" (
	"id" text PRIMARY KEY NOT NULL,
	"staff" text NOT NULL,
	"file" text NOT NULL,
	"catalog_id" uuid,
	"hash" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "feed_upload_by_time" ON "storefront"."feed_upload" USING btree ("created_at");