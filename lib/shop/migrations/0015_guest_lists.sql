CREATE TABLE "storefront"."guest_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" uuid NOT NULL,
	"catalog_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"session_id" uuid,
	"day" text NOT NULL,
	"occurs_at" timestamp with time zone,
	"timezone" text NOT NULL,
	"event_name" text NOT NULL,
	"tariff" text NOT NULL,
	"item" jsonb NOT NULL,
	"language" text NOT NULL,
	"country" text NOT NULL,
	"contact" text,
	"reason" text NOT NULL,
	"staff" text NOT NULL,
	"actor" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."guest" (
	"list_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"firstname" text,
	"lastname" text,
	"email" text,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"checkout_id" uuid,
	"asked_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "guest_list_id_position_pk" PRIMARY KEY("list_id","position")
);
--> statement-breakpoint
ALTER TABLE "storefront"."guest" ADD CONSTRAINT "guest_list_id_guest_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "storefront"."guest_list"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_list_of_event" ON "storefront"."guest_list" USING btree ("event_id","created_at");