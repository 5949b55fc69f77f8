ALTER TABLE "storefront"."alert" ADD COLUMN "email_id" uuid;--> statement-breakpoint
ALTER TABLE "storefront"."alert" ADD COLUMN "attempted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "storefront"."alert" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "storefront"."alert" ADD COLUMN "notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "attention" text;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "attention_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "alert_waiting" ON "storefront"."alert" USING btree ("created_at") WHERE notified_at is null;--> statement-breakpoint
CREATE INDEX "alert_by_attempt" ON "storefront"."alert" USING btree ("attempted_at");--> statement-breakpoint
CREATE INDEX "alert_by_email" ON "storefront"."alert" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "mail_in_attention" ON "storefront"."mail" USING btree ("attention_at") WHERE attention is not null;