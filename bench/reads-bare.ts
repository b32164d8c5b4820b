import fastify from 'fastify';
import pg from 'pg';

/**
 * The baseline of the reads: Fastify 5 without our hooks, schemas and headers. It sends a given text, or the rows of one statement.
 */
const { PORT = '', DATABASE_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = fastify();
const texts = new Map<string, { type: string; text: string }>();

const columns = `id, title, subtitle, company, category, price_paise, original_price_paise, details, how_to_redeem,
  terms_and_conditions, expiry_date, is_one_time_use, is_active, is_sold, rating_sum, rating_count, created_at, updated_at,
  (select json_agg(images order by position) from images where product_id = products.id) as images`;
const onSale = 'is_active and not is_sold and deleted_at is null and expiry_date > now()';

app.put<{ Params: { name: string }; Body: { type: string; text: string } }>(
  '/text/:name',
  { bodyLimit: 10_000_000 },
  async ({ params, body }) => {
    texts.set(params.name, body);
    return {};
  },
);
app.get<{ Params: { name: string } }>('/text/:name', (request, reply) => {
  const { type, text } = texts.get(request.params.name) ?? { type: 'text/plain', text: 'none' };
  reply.type(type).send(text);
});
app.get('/list', async () => {
  const { rows } = await pool.query(
    `select ${columns} from products where ${onSale} order by created_at desc, id desc limit 20`,
  );
  return rows;
});
app.get<{ Params: { id: string } }>('/product/:id', async ({ params }) => {
  const { rows } = await pool.query(`select ${columns} from products where id = $1`, [params.id]);
  return rows[0];
});
app.get<{ Params: { q: string } }>('/search/:q', async ({ params }) => {
  const { rows } = await pool.query(
    `select ${columns} from products where ${onSale} and search @@ plainto_tsquery('simple', $1)
     order by ts_rank(search, plainto_tsquery('simple', $1)) desc, created_at desc limit 20`,
    [params.q],
  );
  return rows;
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
