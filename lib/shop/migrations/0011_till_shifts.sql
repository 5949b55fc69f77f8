CREATE TABLE "storefront"."shift_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shift_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"source" text,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "shift_entry_source" CHECK ((source is null) = (kind in ('in', 'out'))),
	CONSTRAINT "shift_entry_reason" CHECK ((reason is null) = (source is not null))
);
--> statement-breakpoint
CREATE TABLE "storefront"."shift" (
	"id" uuid PRIMARY KEY NOT NULL,
	"till" text NOT NULL,
	"staff" text NOT NULL,
	"opening" numeric(14, 2) NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"counted_at" timestamp with time zone,
	"counted_by" text,
	"counted_cash" numeric(14, 2),
	"counted_terminal" numeric(14, 2),
	"expected_cash" numeric(14, 2),
	"expected_terminal" numeric(14, 2),
	"figures" jsonb,
	"note" text,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	CONSTRAINT "shift_opening" CHECK (opening >= 0),
	CONSTRAINT "shift_counted" CHECK (num_nulls(counted_at, counted_by, counted_cash, counted_terminal, expected_cash, expected_terminal, figures) in (0, 7)),
	CONSTRAINT "shift_closed" CHECK (num_nulls(note, closed_at, closed_by) in (0, 3)),
	CONSTRAINT "shift_closed_is_counted" CHECK (closed_at is null or counted_at is not null),
	CONSTRAINT "shift_difference_has_note" CHECK (closed_at is null or note <> '' or (counted_cash = expected_cash and counted_terminal = expected_terminal))
);
--> statement-breakpoint
ALTER TABLE "storefront"."shift_entry" ADD CONSTRAINT "shift_entry_shift_id_shift_id_fk" FOREIGN KEY ("shift_id") REFERENCES "storefront"."shift"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shift_entry_of_source" ON "storefront"."shift_entry" USING btree ("source");--> statement-breakpoint
CREATE INDEX "shift_entry_of_shift" ON "storefront"."shift_entry" USING btree ("shift_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "shift_of_person" ON "storefront"."shift" USING btree ("staff") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shift_of_till" ON "storefront"."shift" USING btree (lower(till)) WHERE counted_at is null;--> statement-breakpoint
CREATE INDEX "shift_by_time" ON "storefront"."shift" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "shift_by_staff" ON "storefront"."shift" USING btree ("staff","opened_at");--> statement-breakpoint
CREATE FUNCTION "storefront"."refuse_shift_change"() RETURNS trigger LANGUAGE plpgsql AS $$
-- A shift is counted once, and then closed once; what it began with, its count and its entries stay.
DECLARE
	closing text[] := array['note', 'closed_at', 'closed_by'];
	counting text[] := array['counted_at', 'counted_by', 'counted_cash', 'counted_terminal', 'expected_cash', 'expected_terminal', 'figures'];
BEGIN
	IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'shift' THEN
		IF to_jsonb(OLD) -> 'closed_at' = 'null' AND to_jsonb(OLD) -> 'counted_at' = 'null'
			AND to_jsonb(NEW) - closing - counting = to_jsonb(OLD) - closing - counting THEN
			RETURN NEW;
		END IF;
		IF to_jsonb(OLD) -> 'closed_at' = 'null' AND to_jsonb(NEW) - closing = to_jsonb(OLD) - closing THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'a shift that was counted can not be changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "shift_kept" BEFORE UPDATE OR DELETE ON "storefront"."shift"
	FOR EACH ROW EXECUTE FUNCTION "storefront"."refuse_shift_change"();
--> statement-breakpoint
CREATE TRIGGER "shift_not_emptied" BEFORE TRUNCATE ON "storefront"."shift"
	FOR EACH STATEMENT EXECUTE FUNCTION "storefront"."refuse_shift_change"();
--> statement-breakpoint
CREATE TRIGGER "shift_entry_append_only" BEFORE UPDATE OR DELETE ON "storefront"."shift_entry"
	FOR EACH ROW EXECUTE FUNCTION "storefront"."refuse_shift_change"();
--> statement-breakpoint
CREATE TRIGGER "shift_entry_not_emptied" BEFORE TRUNCATE ON "storefront"."shift_entry"
	FOR EACH STATEMENT EXECUTE FUNCTION "storefront"."refuse_shift_change"();
