CREATE TABLE "storefront"."waiting_admission" (
	"room_id" integer NOT NULL,
	"place" integer NOT NULL,
	"token_hash" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"held_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."waiting_advance" (
	"room_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"up_to" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."waiting_room" (
	"id" serial PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"opened_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"timezone" text NOT NULL,
	"closed_at" timestamp with time zone,
	"is_paused" boolean DEFAULT false NOT NULL,
	"is_sold_out" boolean DEFAULT false NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"drawn" integer,
	"seed" text,
	"admitted" integer DEFAULT 0 NOT NULL,
	"lapsed" integer DEFAULT 0 NOT NULL,
	"advanced_at" timestamp with time zone,
	"per_minute" integer NOT NULL,
	"allowance" double precision DEFAULT 0 NOT NULL,
	"least_per_minute" integer NOT NULL,
	"most_per_minute" integer NOT NULL,
	"most_active" integer NOT NULL,
	"empty_since" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "storefront"."waiting_admission" ADD CONSTRAINT "waiting_admission_room_id_waiting_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "storefront"."waiting_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."waiting_advance" ADD CONSTRAINT "waiting_advance_room_id_waiting_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "storefront"."waiting_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_admission_once" ON "storefront"."waiting_admission" USING btree ("room_id","place");--> statement-breakpoint
CREATE INDEX "waiting_admission_of_token" ON "storefront"."waiting_admission" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "waiting_admission_held" ON "storefront"."waiting_admission" USING btree ("room_id","held_at");--> statement-breakpoint
CREATE INDEX "waiting_advance_by_time" ON "storefront"."waiting_advance" USING btree ("room_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_room_of_scope" ON "storefront"."waiting_room" USING btree ("scope") WHERE closed_at is null;