import { hire } from './hire.ts';
import type { Actor, TestDatabase } from './open-database.ts';

/**
 * The places of the people of a random sequence in its list of actors. The first four are drawn at random: two accounts,
 * a guest, and the owner of the shop.
 */
export const person = { asha: 0, ravi: 1, guest: 2, owner: 3, desk: 4, foreman: 5, sagar: 6, nita: 7, accountant: 8 };

/** Adds them to a database. */
export async function addPeople(db: TestDatabase): Promise<Actor[]> {
  const asha = { user: await db.addUser('asha@example.com') };
  const ravi = { user: await db.addUser('ravi@example.com') };
  const staff = [
    await hire(db, 'owner'),
    await hire(db, 'desk'),
    await hire(db, 'foreman'),
    await hire(db, 'mechanic', 'Sagar'),
    await hire(db, 'mechanic', 'Nita'),
    await hire(db, 'accountant'),
  ];
  return [asha, ravi, 'anon', ...staff.map((user) => ({ user }))];
}
