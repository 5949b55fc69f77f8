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
CREATE INDEX "audit_by_time" ON "storefront"."audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_by_staff" ON "storefront"."audit" USING btree ("staff","id");--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "storefront"."audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "storefront"."audit" USING btree ("subject_id","id");--> statement-breakpoint
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
