ALTER TABLE "ticketing"."counter" ADD COLUMN "desk_kept" integer;--> statement-breakpoint
ALTER TABLE "ticketing"."counter" ADD COLUMN "desk_kept_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticketing"."counter" ADD COLUMN "desk_taken" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."hold" ADD COLUMN "at_desk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."reservation" ADD COLUMN "at_desk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."session" ADD COLUMN "counter_places" jsonb;