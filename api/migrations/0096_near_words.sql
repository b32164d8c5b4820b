-- A setting of pg_trgm can be given to a function only once the extension is loaded.
select similarity('', '');

-- The catalogue's words that may be meant by a mistyped one: of four or five letters one edit away, of more two. As a
-- function, because by its own threshold (0.3) the index misses 'xbix' and 'amzaon', and a setting of the connection
-- would be lost behind a pooler.
create function near_words(asked text) returns table (word text, edits int)
  language sql stable parallel safe set pg_trgm.similarity_threshold = 0.25 as $$
  select near.word, levenshtein_less_equal(near.word, asked, 2)
  from search_words near
  where length(asked) between 4 and 64
    and near.word % asked
    and levenshtein_less_equal(near.word, asked, 2) <= case when length(asked) < 6 then 1 else 2 end
$$;
