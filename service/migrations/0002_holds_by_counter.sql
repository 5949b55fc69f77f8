DROP INDEX "ticketing"."hold_by_reservation";--> statement-breakpoint
ALTER TABLE "ticketing"."hold" DROP CONSTRAINT "hold_catalog_id_counter_id_hold_id_pk";--> statement-breakpoint
ALTER TABLE "ticketing"."hold" ADD CONSTRAINT "hold_catalog_id_hold_id_counter_id_pk" PRIMARY KEY("catalog_id","hold_id","counter_id");--> statement-breakpoint
CREATE INDEX "hold_by_counter" ON "ticketing"."hold" USING btree ("catalog_id","counter_id","expires_at");--> statement-breakpoint
-- Every hold rewrites its counter: room on the page keeps the new version beside the old one.
ALTER TABLE "ticketing"."counter" SET (fillfactor = 50);
