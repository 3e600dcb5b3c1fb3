import { createHash } from "node:crypto"
import type { DatabaseFunction } from "../functions/writeFunctions.ts"
import { accountTables } from "./tablePlacement.ts"

const names = (parameters: string): ReadonlyArray<string> =>
  parameters.split(",").map((parameter) => parameter.trim().split(" ")[0] ?? "")

const usesTables = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) (?:${accountTables.join("|")})\\b`)

/** Whether a function of one account has a form for each shard where tables are distributed. */
export const hasShardForm = ({ parameters, body }: DatabaseFunction): boolean =>
  parameters.startsWith("account ") && usesTables.test(body)

/** The name of the text from which the forms for shards are made. */
export const templateOf = ({ name }: DatabaseFunction): string => `${name}_on_shard`

/**
 * The body of a function of one account where tables are distributed: calls its form for the shard of the account, whose statements name the
 * tables of that shard. PostgreSQL plans such statements once for a connection, where Citus would plan each at each call and write rows to insert to
 * a file. The lock is that of Citus's own writes: a shard that is moved or split is not written to.
 */
export const shardDispatcher = (of: DatabaseFunction): string => {
  const form = `${of.name}_${createHash("sha256").update(of.body).digest("hex").slice(0, 8)}_`
  const parameters = names(of.parameters)
  const call = `'SELECT ${form}' || shard || '(${parameters.map((_, at) => `$${at + 1}`).join(", ")})'`
  const isVoid = of.result === "void"
  return `DECLARE shard bigint := get_shard_id_for_distribution_column('contacts', account); ${isVoid ? "" : `result ${of.result};`}
    BEGIN
      PERFORM lock_shard_metadata(5, ARRAY[shard]);
      IF NOT EXISTS (SELECT FROM pg_dist_placement
        WHERE shardid = shard AND groupid = (SELECT local.groupid FROM pg_dist_local_group local)) THEN
        RAISE EXCEPTION 'could not find valid entry for shard %', shard;
      END IF;
      IF to_regproc('${form}' || shard) IS NULL THEN
        PERFORM make_shard_function('${templateOf(of)}', '${form}' || shard, shard);
      END IF;
      EXECUTE ${call} ${isVoid ? "" : "INTO result"} USING ${parameters.join(", ")};
      RETURN${isVoid ? "" : " result"};
    END`
}

/**
 * Makes the form of a function for a shard, and removes those of former texts. Its rows of `consent_log` are numbered by the sequence that Citus numbers
 * them by, as a shard has no identity column. Runs as its owner, so that the service needs no right to create functions.
 */
export const makeShardFunction = `CREATE OR REPLACE FUNCTION make_shard_function(template text, form text, shard bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_catalog, pg_temp SET citus.enable_ddl_propagation = off AS $function$
  DECLARE source record; placed record; body text;
  BEGIN
    PERFORM pg_advisory_xact_lock(7262012);
    IF EXISTS (SELECT FROM pg_proc WHERE proname = form AND pronamespace = 'public'::regnamespace) THEN RETURN; END IF;
    SELECT prosrc, pg_get_function_identity_arguments(oid) AS parameters, pg_get_function_result(oid) AS result INTO STRICT source
      FROM pg_proc WHERE proname = template AND pronamespace = 'public'::regnamespace;
    body := source.prosrc;
    FOR placed IN
      SELECT relname AS name, s.shardid FROM pg_dist_shard own
      JOIN pg_dist_shard s ON s.shardminvalue = own.shardminvalue
      JOIN pg_dist_partition d ON d.logicalrelid = s.logicalrelid
        AND d.colocationid = (SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = own.logicalrelid)
      JOIN pg_class ON pg_class.oid = s.logicalrelid WHERE own.shardid = shard
    LOOP
      body := regexp_replace(body, '\\m(FROM|JOIN|INTO|UPDATE) ' || placed.name || '\\M', '\\1 ' || placed.name || '_' || placed.shardid, 'g');
    END LOOP;
    body := regexp_replace(body, '(INSERT INTO consent_log_[0-9]+ [(])account_id([^)]*[)]\\s+SELECT )account',
      '\\1entry_id, account_id\\2nextval(''consent_log_entry_id_seq''), account', 'g');
    FOR placed IN
      SELECT oid::regprocedure::text AS signature FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname ~ regexp_replace(form, '_[0-9a-f]{8}_', '_[0-9a-f]{8}_')
        AND proname ~ ('_[0-9a-f]{8}_' || shard || '$') AND proname <> form
    LOOP
      EXECUTE 'DROP FUNCTION ' || placed.signature;
    END LOOP;
    EXECUTE format('CREATE FUNCTION %I(%s) RETURNS %s LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
      SET citus.enable_manual_changes_to_shards = on AS %L', form, source.parameters, source.result, body);
  END $function$`
