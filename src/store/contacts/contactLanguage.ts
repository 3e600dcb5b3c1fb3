import type { SqlClient } from "effect/sql"
import { Language } from "../../domain/languages/Language.ts"
import { languageFields, languageFieldSigns } from "../../domain/languages/messageWords.ts"
import { texts } from "../sql/parameters.ts"

/** The language of `contacts` by its custom fields, as `languageOfContact` finds it; null where none tells. Most contacts have no such field. */
export const contactLanguage = (
  sql: SqlClient.SqlClient
) => sql`CASE WHEN contacts.custom_fields::text ~* 'lang|locale' THEN (
  SELECT found.code FROM (
    SELECT field.at, split_part(translate(lower(regexp_replace(field.value #>> '{}', '^\\s+|\\s+$', '', 'g')), '_', '-'), '-', 1) AS code
    FROM json_each(contacts.custom_fields) WITH ORDINALITY AS field (key, value, at)
    WHERE length(field.key) <= 64 AND translate(lower(field.key), ${languageFieldSigns}, '') = ANY (${texts([...languageFields])})
      AND json_typeof(field.value) = 'string' AND length(field.value #>> '{}') <= 35
  ) found WHERE found.code = ANY (${texts(Language.literals)}) ORDER BY found.at LIMIT 1) END`
