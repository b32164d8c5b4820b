import type { RowRange } from '../../../platform/lists/page.ts';
import type { Database, Row } from '../../../tables.ts';

export async function insertSignIn(db: Database, signIn: Row<'sign_ins'>): Promise<void> {
  await db.insertInto('sign_ins').values(signIn).execute();
}

// The count stops here: counting all rows after an attack could exceed the statement timeout.
const COUNTED_MAX = 10_000;

export type SignInRow = Row<'sign_ins'> & { name: string | null; email: string | null };

export async function listSignInRows(
  db: Database,
  { limit, offset }: RowRange,
): Promise<{ rows: SignInRow[]; total: number }> {
  const rows = await db
    .selectFrom('sign_ins')
    .leftJoin('users', 'users.id', 'sign_ins.user_id')
    .selectAll('sign_ins')
    .select(['users.name', 'users.email'])
    .orderBy('sign_ins.at', 'desc')
    .orderBy('sign_ins.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom(db.selectFrom('sign_ins').select('id').limit(COUNTED_MAX).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}
