import type { Database } from '../database.ts';
import type { Sandbox } from '../sandbox.ts';
import {
  ANY_CALL,
  ANY_WEBHOOK,
  type Behaviour,
  type FaultDraft,
  type FaultOperation,
  type FaultPhase,
  isServerCall,
  parseBehaviour,
} from './faults.rules.ts';

interface FaultRow {
  id: number;
  operation: string;
  behaviour: string;
  phase: FaultPhase;
  remaining: number;
}

export async function insertFault(db: Database, fault: FaultDraft): Promise<FaultRow> {
  const { rows } = await db.query<FaultRow>(
    'insert into sandbox.faults (operation, behaviour, phase, remaining) values ($1, $2, $3, $4) returning *',
    [fault.operation, fault.behaviour, fault.phase, fault.times],
  );
  return rows[0] as FaultRow;
}

export async function listFaults(db: Database): Promise<FaultRow[]> {
  const { rows } = await db.query<FaultRow>('select * from sandbox.faults where remaining > 0 order by id');
  return rows;
}

export async function removeFaults(db: Database): Promise<void> {
  await db.query('delete from sandbox.faults');
}

/** Failed calls count too. */
export async function countCall(db: Database, operation: string): Promise<void> {
  await db.query(
    `insert into sandbox.calls (operation, count) values ($1, 1)
     on conflict (operation) do update set count = calls.count + 1`,
    [operation],
  );
}

export async function readCalls(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.query<{ operation: string; count: number }>('select operation, count from sandbox.calls');
  return Object.fromEntries(rows.map(({ operation, count }) => [operation, count]));
}

export async function removeCalls(db: Database): Promise<void> {
  await db.query('delete from sandbox.calls');
}

function wildcardsOf(operation: FaultOperation): string[] {
  if (operation.startsWith('webhook:')) return [ANY_WEBHOOK];
  return isServerCall(operation) ? [ANY_CALL] : [];
}

/** Takes one occurrence of the oldest fault that is planned for the operation. */
export async function takeFault(
  db: Database,
  sandbox: Sandbox,
  operation: FaultOperation,
): Promise<(Behaviour & { phase: FaultPhase }) | undefined> {
  if (!sandbox.allowFaults) return undefined;
  const operations = [operation, ...wildcardsOf(operation)];
  const { rows } = await db.query<FaultRow>(
    `update sandbox.faults set remaining = remaining - 1
     where id = (select id from sandbox.faults where operation = any($1) and remaining > 0
                 order by id limit 1 for update)
     returning *`,
    [operations],
  );
  const fault = rows[0];
  const behaviour = fault && parseBehaviour(fault.behaviour);
  return behaviour && { ...behaviour, phase: fault.phase };
}
