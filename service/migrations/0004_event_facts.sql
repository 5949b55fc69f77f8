ALTER TABLE "ticketing"."event" ADD COLUMN "arrival_window" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."event" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "ticketing"."event" ADD COLUMN "languages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ticketing"."event" ADD COLUMN "accessibility" jsonb DEFAULT '[]'::jsonb NOT NULL;