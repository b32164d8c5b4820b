import { sql } from 'kysely';
import { plannedOnce, writtenOnce } from '../../../platform/database/planned-once.ts';
import type { SearchedTexts } from '../../../platform/lists/normalize-texts.job.ts';
import { productsOnSale } from '../browse/on-sale.queries.ts';
import { CORRECTED_WORDS_MAX, LISTED_WORDS_MAX, type NearWord, type SearchWord } from './search.rules.ts';

/** Splits a search text into words, in the same way as the texts of products. */
const askedWords = (text: string) => sql`
  select word collate "C" as word
  from unnest(tsvector_to_array(to_tsvector('simple', search_text(${text}::text)))) as word`;

// A range instead of LIKE: PostgreSQL uses the index for LIKE only if the pattern is a constant.
const completions = sql`array(
  select known.word from search_words known
  where known.word >= asked.word and known.word < asked.word || chr(1114111)
  order by known.word limit ${sql.lit(LISTED_WORDS_MAX + 1)}
)`;

const areTooMany = sql`count(*) filter (where asked.completions = '{}') over () > ${sql.lit(CORRECTED_WORDS_MAX)}`;

/** Looks up each word of a search in the words of the catalogue. Nearest words are only computed for unknown words. */
export const listSearchWords = plannedOnce((db, { text }: { text: string }) =>
  sql<SearchWord>`
    with asked as materialized (${askedWords(text)}),
    looked_up as materialized (select word, ${completions} as completions from asked)
    select
      asked.word,
      asked.completions,
      case when asked.completions <> '{}' or ${areTooMany} then '{}' else array(
        select near.word from near_words(asked.word) near order by near.edits fetch first row with ties
      ) end as nearest
    from looked_up as asked`.compile(db),
);

/** For each word of a search, the similar words of the catalogue, nearest first. */
export const listNearWords = plannedOnce((db, { text }: { text: string }) =>
  sql<NearWord>`
    select asked.word, near.word as near, near.edits
    from (${askedWords(text)}) as asked, near_words(asked.word) as near
    order by near.edits`.compile(db),
);

// For a common word, the newest products are a good enough sample.
const SAMPLED_PRODUCTS = 1_000;

/** The words of the newest products on sale that match. */
export const listWordsOnSale = writtenOnce((db, matching: { all: string; now: Date }) => {
  const newest = productsOnSale(db, matching)
    .select('search')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(SAMPLED_PRODUCTS));
  return sql<{ word: string }>`
    select distinct word from ${newest.as('newest')}, unnest(tsvector_to_array(search)) as word`.compile(db);
});

/** The most common words of products and their shares, from the planner statistics of the last (auto)analyze. */
export const listCommonWords = plannedOnce((db, _: object) =>
  sql<{ word: string; share: number }>`
    select common.word, common.share
    from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
    where schemaname = current_schema() and tablename = 'products' and attname = 'search' and common.word is not null`.compile(
    db,
  ),
);

export const productTexts: SearchedTexts = { table: 'products', columns: ['title', 'company', 'subtitle'] };
