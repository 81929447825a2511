ALTER TABLE "public"."models" ADD COLUMN "popular_rank" smallint;

ALTER TABLE "public"."models" ADD CONSTRAINT "models_popular_rank_check" CHECK ((popular_rank > 0));

ALTER TABLE "public"."models" ADD CONSTRAINT "models_popular_rank_key" UNIQUE (popular_rank);

COMMENT ON COLUMN "public"."models"."popular_rank" IS 'Place among the models offered as shortcuts where a bike is chosen, the commonest first; null: none.';
