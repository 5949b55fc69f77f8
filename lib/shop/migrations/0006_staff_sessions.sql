CREATE TABLE "storefront"."staff_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "staff_session_by_time" ON "storefront"."staff_session" USING btree ("created_at");