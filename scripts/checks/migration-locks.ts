import { isIndexStatement, statementsOf } from '../../api/src/platform/migrations/concurrent-migration.ts';
import { isConcurrent } from '../../api/src/platform/migrations/migration.ts';

const NAME = String.raw`(?:only\s+)?(?:if\s+exists\s+)?"?(\w+)"?`;
const ALTERS = new RegExp(String.raw`^alter\s+table\s+${NAME}\s+(.*)$`, 'is');
const CREATES_TABLE = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i;
const INDEXES = /^create\s+(?:unique\s+)?index\s+.*?\bon\s+(?:only\s+)?"?(\w+)"?/is;
const CHANGES_ROWS = /^(?:with\b.*?\)\s*)?(?:update\s+(?:only\s+)?"?(\w+)"?|delete\s+from\s+(?:only\s+)?"?(\w+)"?)/is;

/** The effect of one action of ALTER TABLE on a large table in use. */
const ACTIONS: [pattern: RegExp, reason: string][] = [
  [/\btype\s+\w/, 'rewrites the table: add a column, fill it by a job, and drop the old one a version later'],
  [/\bset\s+not\s+null\b/, 'reads the table under a lock: add a CHECK … NOT VALID and validate it in the next file'],
  [/\bset\s+(un)?logged\b|\bset\s+(tablespace|access\s+method)\b/, 'rewrites the table'],
  [/^add\s+(column\s+)?.*\bgenerated\s+always\s+as\s*\(.*\bstored\b/, 'rewrites the table: fill the column by a job'],
  [/^add\s+(column\s+)?.*\b((small|big)?serial|as\s+identity)\b/, 'rewrites the table: fill the column by a job'],
  [/^add\s+(column\s+)?.*\bdefault\s+(?!now\(\))\w+\s*\(/, 'rewrites the table: a default that is not constant'],
  [/^add\s+column\b.*\b(unique|primary\s+key|references|check)\b/, 'checks the table under a lock: add it NOT VALID'],
  [
    /^add\s+(?!column\b)(constraint\s+\w+\s+)?(unique|primary\s+key|exclude)\b(?!\s+using\s+index)/,
    'builds an index under a lock: build it concurrently and add the constraint USING INDEX',
  ],
  [
    /^add\s+(?!column\b)(constraint\s+\w+\s+)?(check|foreign\s+key)\b(?!.*\bnot\s+valid\b)/,
    'checks the table under a lock: add it NOT VALID and validate it in the next file',
  ],
  [/^rename\b/, 'takes away what the version before uses: add the new name, drop the old one a version later'],
];

const STATEMENTS: [pattern: RegExp, reason: string][] = [
  [/^(vacuum\s+full|cluster|reindex\s+(?!.*\bconcurrently\b)|lock\b)/, 'locks a whole table'],
  [/^drop\s+index\s+(?!concurrently\b)/, "waits for readers: drop it CONCURRENTLY, in a file marked '-- concurrently'"],
  [/^refresh\s+materialized\s+view\s+(?!concurrently\b)/, 'locks a whole table'],
];

// A migration may remove a table or column at the earliest one version after the code stopped using it.
const CONTRACT = '-- contract';
const REMOVES_OBJECT = /^drop\s+table\b|^alter\s+table\b.*\bdrop\s+(column|constraint)\b/is;

/** Describes statements of a migration that would block a running shop with large tables, or break its previous version. */
export function findLockingStatements(sql: string): string[] {
  if (isConcurrent(sql))
    return statementsOf(sql)
      .filter((statement) => !isIndexStatement(statement))
      .map((statement) => complaint(statement, "is no index: a file marked '-- concurrently' holds nothing else"));
  const isContract = sql.split('\n', 1)[0]?.trim() === CONTRACT;
  // The body of a function runs only when it is called.
  const statements = statementsOf(sql.replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''"));
  const created = new Set(statements.flatMap((statement) => CREATES_TABLE.exec(statement)?.[1]?.toLowerCase() ?? []));
  const isNew = (table = '') => created.has(table.toLowerCase());
  return statements.flatMap((statement) => {
    const reasons = reasonsAgainst(statement, isNew);
    if (!isContract && REMOVES_OBJECT.test(statement) && !isNew(ALTERS.exec(statement)?.[1]))
      reasons.push(`takes away what the version before may use: later, in a file marked '${CONTRACT}'`);
    return reasons.map((reason) => complaint(statement, reason));
  });
}

const complaint = (statement: string, reason: string) => `${statement.replaceAll(/\s+/g, ' ').slice(0, 80)}: ${reason}`;

function reasonsAgainst(statement: string, isNew: (table: string | undefined) => boolean): string[] {
  const [, altered, action = ''] = ALTERS.exec(statement) ?? [];
  if (altered) {
    if (isNew(altered)) return [];
    const actions = actionsOf(action);
    return ACTIONS.filter(([pattern]) => actions.some((one) => pattern.test(one))).map(([, reason]) => reason);
  }
  const [, indexed] = INDEXES.exec(statement) ?? [];
  if (indexed)
    return isNew(indexed) ? [] : ["stops every writer: build it CONCURRENTLY, in a file marked '-- concurrently'"];
  const [, updated, emptied] = CHANGES_ROWS.exec(statement) ?? [];
  if ((updated ?? emptied) && !isNew(updated ?? emptied))
    return ['locks rows until the file ends: change them by a job'];
  return STATEMENTS.filter(([pattern]) => pattern.test(statement.toLowerCase())).map(([, reason]) => reason);
}

/** Splits one ALTER TABLE into its actions, at commas outside of brackets. */
function actionsOf(text: string): string[] {
  const actions: string[] = [''];
  let depth = 0;
  for (const character of text.toLowerCase()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) actions.push('');
    else actions.push(`${actions.pop()}${character}`);
  }
  return actions.map((action) => action.trim().replaceAll(/\s+/g, ' '));
}
