CREATE SCHEMA "storefront";
--> statement-breakpoint
-- By hand: what indexes and tables below need, and drizzle-kit does not know.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE FUNCTION "storefront"."ticket_ids"("placed" jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	-- The last segments of the paths of the single tickets.
	SELECT coalesce(array_agg(lower(regexp_replace(path #>> '{}', '^.*/', ''))), '{}')
	FROM jsonb_path_query(placed, '$.items[*].tickets[*]') path
$$;
--> statement-breakpoint
CREATE TABLE "storefront"."access" (
	"token_hash" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"granted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"checkout_id" uuid,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"email_id" uuid,
	"attempted_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"notified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."staff_member" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."cancellation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"tickets" jsonb NOT NULL,
	"state" text NOT NULL,
	"staff" text,
	"reason" text NOT NULL,
	"override" boolean NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"rebooked_to" uuid,
	"reference" text,
	"document" text,
	"problem" text,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"escalated_at" timestamp with time zone,
	CONSTRAINT "cancellation_refused" CHECK (problem is null or state = 'refused')
);
--> statement-breakpoint
CREATE TABLE "storefront"."checkout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"language" text NOT NULL,
	"channel" text DEFAULT 'web' NOT NULL,
	"entries" jsonb NOT NULL,
	"customer" jsonb,
	"invoice" jsonb,
	"answers" jsonb,
	"email" text,
	"total" numeric(14, 2),
	"credit" numeric(14, 2) DEFAULT '0.00' NOT NULL,
	"voucher" text,
	"expires_at" timestamp with time zone NOT NULL,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"asked" boolean DEFAULT false NOT NULL,
	"ambiguous" boolean DEFAULT false NOT NULL,
	"look_only" text,
	"escalated_at" timestamp with time zone,
	"anonymised_at" timestamp with time zone,
	"persons_indexed" text,
	CONSTRAINT "checkout_reference_unique" UNIQUE("reference"),
	CONSTRAINT "checkout_state" CHECK (state in ('held', 'paying', 'paid', 'ordering', 'capturing', 'ordered', 'refunding', 'refunded', 'voiding', 'voided', 'expired', 'cancelled', 'attention'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."hold" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"catalog_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"reservation" jsonb NOT NULL,
	"descriptions" jsonb NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "hold_reservation_id_unique" UNIQUE("reservation_id")
);
--> statement-breakpoint
CREATE TABLE "storefront"."lookup" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"requester" text,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"state" text NOT NULL,
	"method" text DEFAULT 'provider' NOT NULL,
	"capture" text DEFAULT 'automatic' NOT NULL,
	"session_id" text,
	"intent" text,
	"page_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"payout_id" text,
	"asked_at" timestamp with time zone,
	"page_url" text,
	CONSTRAINT "payment_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "payment_state" CHECK (state in ('opening', 'open', 'authorized', 'paid', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."placed_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"catalog_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "placed_order_reservation_id_unique" UNIQUE("reservation_id")
);
--> statement-breakpoint
CREATE TABLE "storefront"."timeline" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"what" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"session_id" text,
	"checkout_id" text,
	"paid" jsonb,
	"object_id" text,
	"intent" text,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "storefront"."claim" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hold_id" uuid,
	"is_lost" boolean DEFAULT false NOT NULL,
	"asked" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"network" text NOT NULL,
	"site" text,
	"units" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."closing" (
	"day" date PRIMARY KEY NOT NULL,
	"timezone" text NOT NULL,
	"figures" jsonb NOT NULL,
	"expected" numeric(14, 2) NOT NULL,
	"counted" numeric(14, 2) NOT NULL,
	"note" text NOT NULL,
	"staff" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."payout" (
	"id" text PRIMARY KEY NOT NULL,
	"arrives_on" date NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"payments" integer NOT NULL,
	"payments_amount" numeric(14, 2) NOT NULL,
	"refunds" integer NOT NULL,
	"refunds_amount" numeric(14, 2) NOT NULL,
	"disputes_amount" numeric(14, 2) NOT NULL,
	"others_amount" numeric(14, 2) NOT NULL,
	"fees" numeric(14, 2) NOT NULL,
	"problems" jsonb NOT NULL,
	"problem_count" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."event_change_order" (
	"change_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"cancellation_id" uuid,
	"rebooked_to" uuid,
	"asked_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "event_change_order_change_id_order_id_pk" PRIMARY KEY("change_id","order_id"),
	CONSTRAINT "changed_order_requested" CHECK ((cancellation_id is not null) = (state = 'requested'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."event_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"event_name" text NOT NULL,
	"timezone" text NOT NULL,
	"occurs_at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"target_id" uuid,
	"target_occurs_at" timestamp with time zone,
	"message" text NOT NULL,
	"staff" text NOT NULL,
	"state" text NOT NULL,
	"page" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "event_change_target" CHECK ((target_id is null) = (target_occurs_at is null))
);
--> statement-breakpoint
CREATE TABLE "storefront"."event_cursor" (
	"id" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."payment_incident" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"currency" text NOT NULL,
	"funds_withdrawn" boolean DEFAULT false NOT NULL,
	"answer_due_at" timestamp with time zone,
	"answered" boolean DEFAULT false NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"paid_back" text,
	"paid_back_at" timestamp with time zone,
	CONSTRAINT "payment_incident_kind" CHECK (kind in ('refund_failed', 'refunded_at_provider', 'dispute', 'fraud_warning')),
	CONSTRAINT "payment_incident_status" CHECK (status in ('open', 'won', 'lost', 'closed', 'settled'))
);
--> statement-breakpoint
CREATE TABLE "storefront"."ticket_block" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"blocked_by" text NOT NULL,
	"tickets" jsonb NOT NULL,
	"asked" text,
	"changed" integer,
	"refused" integer,
	"failed" integer
);
--> statement-breakpoint
CREATE TABLE "storefront"."job" (
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_subject_key_pk" PRIMARY KEY("subject","key")
);
--> statement-breakpoint
CREATE TABLE "storefront"."waiting_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL,
	"state" text NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"quantity" integer NOT NULL,
	"ticket_sessions" jsonb NOT NULL,
	"choice" text NOT NULL,
	"product_name" text NOT NULL,
	"day" text NOT NULL,
	"details" jsonb NOT NULL,
	"timezone" text,
	"created_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"request_key" uuid,
	"requested_at" timestamp with time zone,
	"checkout_id" uuid
);
--> statement-breakpoint
CREATE TABLE "storefront"."waiting_list" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" text NOT NULL,
	"offer_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sending" uuid NOT NULL,
	"checkout_id" uuid,
	"lookup_id" uuid,
	"waiting_entry_id" uuid,
	"kind" text NOT NULL,
	"recipient" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failure" text,
	"refused_at" timestamp with time zone,
	CONSTRAINT "mail_has_subject" CHECK (num_nonnulls(checkout_id, lookup_id, waiting_entry_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "storefront"."person_posting" (
	"word" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "person_posting_checkout_id_word_pk" PRIMARY KEY("checkout_id","word")
);
--> statement-breakpoint
CREATE TABLE "storefront"."person_word" (
	"word" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"is_name" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."rebooking" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"earlier_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"tickets" jsonb NOT NULL,
	"staff" text,
	"override" boolean NOT NULL,
	"refundable" numeric(14, 2),
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storefront"."refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"payment_id" uuid,
	"cause" text NOT NULL,
	"cancellation_id" uuid,
	"amount" numeric(14, 2) NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"staff" text,
	"paid_back" text,
	"settled_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"escalated_at" timestamp with time zone,
	CONSTRAINT "refund_cause" CHECK ((cancellation_id is not null) = (cause = 'cancelled_tickets')),
	CONSTRAINT "refund_problem" CHECK (problem is null or state in ('failed', 'settled', 'waived')),
	CONSTRAINT "refund_has_payment" CHECK (payment_id is not null or state in ('failed', 'settled', 'waived'))
);
--> statement-breakpoint
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
	"paused_at" timestamp with time zone,
	"is_sold_out" boolean DEFAULT false NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"drawn" integer,
	"seed" text,
	"admitted" integer DEFAULT 0 NOT NULL,
	"lapsed" integer DEFAULT 0 NOT NULL,
	"advanced_at" timestamp with time zone,
	"per_minute" integer NOT NULL,
	"allowance" double precision DEFAULT 0 NOT NULL,
	"achieved_per_minute" double precision,
	"least_per_minute" integer NOT NULL,
	"most_per_minute" integer NOT NULL,
	"most_active" integer NOT NULL,
	"empty_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."session_change_cursor" (
	"id" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."session_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"catalog_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"event_name" text NOT NULL,
	"timezone" text NOT NULL,
	"what" text NOT NULL,
	"from_time" timestamp with time zone NOT NULL,
	"to_time" timestamp with time zone,
	"tickets" integer NOT NULL,
	"orders" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" text,
	"reason" text,
	CONSTRAINT "session_change_acknowledged" CHECK ((acknowledged_at is null) = (acknowledged_by is null) and (acknowledged_at is null) = (reason is null))
);
--> statement-breakpoint
CREATE TABLE "storefront"."staff_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"roles" jsonb NOT NULL,
	"roles_at" timestamp with time zone NOT NULL,
	"tokens" text,
	"asking_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "storefront"."task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"amount" numeric(14, 2),
	"currency" text DEFAULT 'EUR' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"settled_as" text
);
--> statement-breakpoint
CREATE TABLE "storefront"."ticket_erasure" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "storefront"."access" ADD CONSTRAINT "access_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."link" ADD CONSTRAINT "link_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."alert" ADD CONSTRAINT "alert_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD CONSTRAINT "cancellation_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."cancellation" ADD CONSTRAINT "cancellation_rebooked_to_checkout_id_fk" FOREIGN KEY ("rebooked_to") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."hold" ADD CONSTRAINT "hold_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."payment" ADD CONSTRAINT "payment_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."placed_order" ADD CONSTRAINT "placed_order_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."timeline" ADD CONSTRAINT "timeline_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."claim" ADD CONSTRAINT "claim_hold_id_hold_id_fk" FOREIGN KEY ("hold_id") REFERENCES "storefront"."hold"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."event_change_order" ADD CONSTRAINT "event_change_order_change_id_event_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "storefront"."event_change"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."event_change_order" ADD CONSTRAINT "event_change_order_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."event_change_order" ADD CONSTRAINT "event_change_order_cancellation_id_cancellation_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "storefront"."cancellation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD CONSTRAINT "payment_incident_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."payment_incident" ADD CONSTRAINT "payment_incident_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "storefront"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."ticket_block" ADD CONSTRAINT "ticket_block_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."waiting_entry" ADD CONSTRAINT "waiting_entry_list_id_waiting_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "storefront"."waiting_list"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."waiting_entry" ADD CONSTRAINT "waiting_entry_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_lookup_id_lookup_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "storefront"."lookup"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."mail" ADD CONSTRAINT "mail_waiting_entry_id_waiting_entry_id_fk" FOREIGN KEY ("waiting_entry_id") REFERENCES "storefront"."waiting_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."person_posting" ADD CONSTRAINT "person_posting_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."rebooking" ADD CONSTRAINT "rebooking_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."rebooking" ADD CONSTRAINT "rebooking_earlier_id_checkout_id_fk" FOREIGN KEY ("earlier_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."refund" ADD CONSTRAINT "refund_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "storefront"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."refund" ADD CONSTRAINT "refund_cancellation_id_cancellation_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "storefront"."cancellation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."waiting_admission" ADD CONSTRAINT "waiting_admission_room_id_waiting_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "storefront"."waiting_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."waiting_advance" ADD CONSTRAINT "waiting_advance_room_id_waiting_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "storefront"."waiting_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."task" ADD CONSTRAINT "task_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront"."ticket_erasure" ADD CONSTRAINT "ticket_erasure_checkout_id_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "storefront"."checkout"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_once" ON "storefront"."access" USING btree ("token_hash","checkout_id");--> statement-breakpoint
CREATE INDEX "access_by_time" ON "storefront"."access" USING btree ("granted_at");--> statement-breakpoint
CREATE INDEX "link_by_time" ON "storefront"."link" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_once" ON "storefront"."alert" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "alert_waiting" ON "storefront"."alert" USING btree ("created_at") WHERE notified_at is null;--> statement-breakpoint
CREATE INDEX "alert_by_attempt" ON "storefront"."alert" USING btree ("attempted_at");--> statement-breakpoint
CREATE INDEX "alert_by_email" ON "storefront"."alert" USING btree ("email_id");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "storefront"."audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_by_staff" ON "storefront"."audit" USING btree ("staff","id");--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "storefront"."audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "storefront"."audit" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_by_detail" ON "storefront"."audit" USING gin (detail jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "cancellation_of_checkout" ON "storefront"."cancellation" USING btree ("checkout_id","created_at");--> statement-breakpoint
CREATE INDEX "cancellation_by_time" ON "storefront"."cancellation" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "cancellation_by_reference" ON "storefront"."cancellation" USING btree (upper(translate(reference, ' .-/', '')));--> statement-breakpoint
CREATE INDEX "checkout_by_email" ON "storefront"."checkout" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "checkout_by_time" ON "storefront"."checkout" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "checkout_unindexed" ON "storefront"."checkout" USING btree ("created_at") WHERE (entries <> '{}'::jsonb or customer is not null or persons_indexed is not null) and persons_indexed is distinct from md5(entries::text || coalesce(customer::text, '') || coalesce(email, ''));--> statement-breakpoint
CREATE INDEX "checkout_personal" ON "storefront"."checkout" USING btree ("state","entered_at") WHERE anonymised_at is null;--> statement-breakpoint
CREATE INDEX "hold_of_checkout" ON "storefront"."hold" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "lookup_by_email" ON "storefront"."lookup" USING btree ("email","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_unsettled_payment" ON "storefront"."payment" USING btree ("checkout_id") WHERE state in ('opening', 'open');--> statement-breakpoint
CREATE INDEX "payment_of_checkout" ON "storefront"."payment" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_by_intent" ON "storefront"."payment" USING btree ("intent");--> statement-breakpoint
CREATE INDEX "payment_by_settlement" ON "storefront"."payment" USING btree ("settled_at") WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX "payment_paid_out" ON "storefront"."payment" USING btree ("settled_at") WHERE payout_id is not null;--> statement-breakpoint
CREATE INDEX "payment_not_paid_out" ON "storefront"."payment" USING btree ("settled_at") WHERE payout_id is null and state = 'paid' and method = 'provider';--> statement-breakpoint
CREATE INDEX "placed_order_of_checkout" ON "storefront"."placed_order" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "placed_order_by_time" ON "storefront"."placed_order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "placed_order_by_reference" ON "storefront"."placed_order" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "placed_order_by_plain_reference" ON "storefront"."placed_order" USING btree (upper(translate(reference, ' .-/', '')));--> statement-breakpoint
CREATE INDEX "placed_order_by_ticket" ON "storefront"."placed_order" USING gin (storefront.ticket_ids(data));--> statement-breakpoint
CREATE INDEX "timeline_of_checkout" ON "storefront"."timeline" USING btree ("checkout_id","id");--> statement-breakpoint
CREATE INDEX "webhook_by_time" ON "storefront"."webhook" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "claim_of_token" ON "storefront"."claim" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "claim_of_network" ON "storefront"."claim" USING btree ("network");--> statement-breakpoint
CREATE INDEX "claim_of_site" ON "storefront"."claim" USING btree ("site");--> statement-breakpoint
CREATE INDEX "claim_until" ON "storefront"."claim" USING btree ("until");--> statement-breakpoint
CREATE INDEX "payout_by_day" ON "storefront"."payout" USING btree ("arrives_on");--> statement-breakpoint
CREATE INDEX "changed_order_waiting" ON "storefront"."event_change_order" USING btree ("change_id","tries") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "changed_order_of_checkout" ON "storefront"."event_change_order" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "changed_order_placed" ON "storefront"."event_change_order" USING btree ("change_id") WHERE state = 'placed';--> statement-breakpoint
CREATE INDEX "changed_order_cancellation" ON "storefront"."event_change_order" USING btree ("cancellation_id") WHERE cancellation_id is not null;--> statement-breakpoint
CREATE INDEX "changed_order_rebooked" ON "storefront"."event_change_order" USING btree ("rebooked_to") WHERE rebooked_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "event_change_running" ON "storefront"."event_change" USING btree ("session_id") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "event_change_by_time" ON "storefront"."event_change" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_incident_of_checkout" ON "storefront"."payment_incident" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "payment_incident_by_time" ON "storefront"."payment_incident" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "payment_incident_of_payment" ON "storefront"."payment_incident" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "job_due" ON "storefront"."job" USING btree ("kind","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entry_once" ON "storefront"."waiting_entry" USING btree ("list_id","email","choice") WHERE state in ('waiting', 'notified');--> statement-breakpoint
CREATE INDEX "waiting_entry_in_line" ON "storefront"."waiting_entry" USING btree ("list_id","queued_at","id") WHERE state in ('waiting', 'notified');--> statement-breakpoint
CREATE INDEX "waiting_entry_by_email" ON "storefront"."waiting_entry" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "waiting_entry_by_end" ON "storefront"."waiting_entry" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_of_offer" ON "storefront"."waiting_list" USING btree ("catalog_id","offer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_once" ON "storefront"."mail" USING btree ("checkout_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_of_lookup" ON "storefront"."mail" USING btree ("lookup_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_of_waiting_entry" ON "storefront"."mail" USING btree ("waiting_entry_id","kind");--> statement-breakpoint
CREATE INDEX "person_posting_by_word" ON "storefront"."person_posting" USING btree ("word","created_at","checkout_id");--> statement-breakpoint
CREATE INDEX "person_posting_by_prefix" ON "storefront"."person_posting" USING btree ("word" text_pattern_ops) WHERE kind in ('address', 'phone');--> statement-breakpoint
CREATE INDEX "person_word_by_prefix" ON "storefront"."person_word" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "person_word_by_name" ON "storefront"."person_word" USING gin ("word" gin_trgm_ops) WHERE is_name;--> statement-breakpoint
CREATE INDEX "person_word_by_similarity" ON "storefront"."person_word" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "refund_of_whole_payment" ON "storefront"."refund" USING btree ("payment_id") WHERE cause in ('no_order', 'unexpected_payment');--> statement-breakpoint
CREATE UNIQUE INDEX "refund_of_cancellation" ON "storefront"."refund" USING btree ("cancellation_id","checkout_id");--> statement-breakpoint
CREATE INDEX "refund_of_checkout" ON "storefront"."refund" USING btree ("checkout_id","created_at");--> statement-breakpoint
CREATE INDEX "refund_of_payment" ON "storefront"."refund" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_by_refund_id" ON "storefront"."refund" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_failed" ON "storefront"."refund" USING btree ("entered_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "refund_returned" ON "storefront"."refund" USING btree ("entered_at") WHERE state in ('done', 'settled');--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_admission_once" ON "storefront"."waiting_admission" USING btree ("room_id","place");--> statement-breakpoint
CREATE INDEX "waiting_admission_of_token" ON "storefront"."waiting_admission" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "waiting_admission_held" ON "storefront"."waiting_admission" USING btree ("room_id","held_at");--> statement-breakpoint
CREATE INDEX "waiting_admission_by_time" ON "storefront"."waiting_admission" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "waiting_advance_by_time" ON "storefront"."waiting_advance" USING btree ("room_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_room_of_scope" ON "storefront"."waiting_room" USING btree ("scope") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "session_change_of_session" ON "storefront"."session_change" USING btree ("session_id","changed_at");--> statement-breakpoint
CREATE INDEX "session_change_waiting" ON "storefront"."session_change" USING btree ("from_time") WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "staff_session_by_time" ON "storefront"."staff_session" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "task_open" ON "storefront"."task" USING btree ("kind","key") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "task_by_key" ON "storefront"."task" USING btree ("key","since");--> statement-breakpoint
CREATE INDEX "task_of_checkout" ON "storefront"."task" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "feed_upload_by_time" ON "storefront"."feed_upload" USING btree ("created_at");--> statement-breakpoint
-- By hand: what was written down stays as it was.
CREATE FUNCTION "storefront"."refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Entries are added, and deleted after a year at the earliest (the retention job).
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < clock_timestamp() - interval '365 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'the audit log can only be added to';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE ON "storefront"."audit"
	FOR EACH ROW EXECUTE FUNCTION "storefront"."refuse_audit_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_not_emptied" BEFORE TRUNCATE ON "storefront"."audit"
	FOR EACH STATEMENT EXECUTE FUNCTION "storefront"."refuse_audit_change"();
--> statement-breakpoint
CREATE FUNCTION "storefront"."refuse_closing_change"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Days are added, and nothing else: later payments and refunds are shown beside a day.
BEGIN
	RAISE EXCEPTION 'a closed day can not be changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "closing_append_only" BEFORE UPDATE OR DELETE ON "storefront"."closing"
	FOR EACH ROW EXECUTE FUNCTION "storefront"."refuse_closing_change"();
--> statement-breakpoint
CREATE TRIGGER "closing_not_emptied" BEFORE TRUNCATE ON "storefront"."closing"
	FOR EACH STATEMENT EXECUTE FUNCTION "storefront"."refuse_closing_change"();
