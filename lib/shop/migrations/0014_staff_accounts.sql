CREATE TABLE "storefront"."staff_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"invited_until" timestamp with time zone,
	"invitation_hash" text,
	"joined_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."staff_passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storefront"."mail" DROP CONSTRAINT "mail_has_subject";
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD COLUMN "staff_account_id" uuid;
--> statement-breakpoint
ALTER TABLE "storefront"."staff_session" ADD COLUMN "challenge" text;
--> statement-breakpoint
ALTER TABLE "storefront"."staff_passkey" ADD CONSTRAINT "staff_passkey_account_id_staff_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "storefront"."staff_account"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "staff_account_email" ON "storefront"."staff_account" USING btree (lower("email")) WHERE removed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "staff_account_invitation" ON "storefront"."staff_account" USING btree ("invitation_hash");
--> statement-breakpoint
CREATE INDEX "staff_passkey_of_account" ON "storefront"."staff_passkey" USING btree ("account_id");
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_staff_account_id_staff_account_id_fk" FOREIGN KEY ("staff_account_id") REFERENCES "storefront"."staff_account"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."mail" VALIDATE CONSTRAINT "mail_staff_account_id_staff_account_id_fk";
--> statement-breakpoint
-- outside the transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_of_staff_account" ON "storefront"."mail" USING btree ("staff_account_id") WHERE staff_account_id is not null;
--> statement-breakpoint
-- outside the transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "staff_session_challenge" ON "storefront"."staff_session" USING btree ("challenge");
--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_has_subject" CHECK (num_nonnulls(checkout_id, lookup_id, waiting_entry_id, message_id, staff_account_id) = 1) NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "storefront"."mail" VALIDATE CONSTRAINT "mail_has_subject";
