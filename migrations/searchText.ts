/**
 * Writes the search text of contacts whose addresses or names are new. The rows hold it as `words`, which costs less than `search_words`;
 * processes of earlier versions leave it out. The former text is a scalar subquery, which looks each row up by its key: as a join it would read
 * the table whole while the table has no statistics.
 */
export const indexSearch = (account: string) => `
    INSERT INTO contact_search (account_id, contact_id, words)
      SELECT ${account}, r.contact_id, found.words
      FROM json_to_recordset(contact_rows) AS r (account_id text, contact_id text, email text, phone text, first_name text, last_name text, words text)
      CROSS JOIN LATERAL (SELECT coalesce(r.words, search_words(r.email, r.phone, r.first_name, r.last_name)) AS words) found
      WHERE found.words IS DISTINCT FROM (
        SELECT s.words FROM contact_search s WHERE s.account_id = ${account} AND s.contact_id = r.contact_id
      )
      ON CONFLICT (account_id, contact_id) DO UPDATE SET words = excluded.words;`

/** Deletes the search text of `contact`. */
export const unindexSearch = "DELETE FROM contact_search s WHERE s.account_id = account AND s.contact_id = contact;"
