import { beforeEach, describe, expect, test } from 'vitest';
import { type ClientItem, clientKey } from '#functions/domain/clients/client.ts';
import { sectionKey } from '#functions/domain/factfind/section-item.ts';
import { childItemKey, PREFIX, parseChildId } from '#functions/services/keys/keys.ts';
import { attemptsKey } from '#functions/services/rate-limit.ts';
import type { Factfind } from '#shared/contract/factfind.ts';
import { SECTION_IDS } from '#shared/rules/factfind-shape.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored, stored } from '../../support/aws.ts';
import { demoAdmin, fileForm, newAdviser, type Person } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { settleFactfind, startFactfind } from '../../support/factfind.ts';
import { type Act, atOnce } from '../../support/faults/interleaved.ts';
import { killAtEveryCall } from '../../support/faults/killed.ts';
import { calling } from '../../support/handlers.ts';
import { inboxOf, SOON } from '../../support/inbox.ts';
import { mailsTo } from '../../support/mail.ts';
import { newPerson } from '../../support/people/persons.ts';
import { expectCounted, partitionOf } from '../../support/recount.ts';

interface Named {
  key: string;
  n?: number;
  v?: unknown;
  s?: string;
  reason?: string;
}

const SAVE = 'PATCH /api/clients/{id}/factfind';

let adviser: Person;
let desk: ClientDesk;
let id: string;
beforeEach(async () => {
  adviser = await newAdviser();
  desk = await clientOf(adviser, { name: 'Sarah Smith' });
  const { status, body } = await startFactfind(adviser, desk.id);
  expect(status, JSON.stringify(body)).toBe(201);
  ({ id } = body);
});

const saving = (section: string, answers: Named[], caller: Caller = desk.own, { params } = desk): Act =>
  calling(caller, SAVE, { params, body: { section, answers: answers.map((one) => ({ n: 0, ...one })) } });
const save = (...given: Parameters<typeof saving>) => saving(...given)();
const read = async (caller: Caller = desk.own, { params } = desk): Promise<Factfind> =>
  (await caller.call('GET /api/clients/{id}/factfind', { params })).body;
const answer = async (section: string, key: string) => (await read()).answers[section]?.[key];
const submit = () => desk.own.call('POST /api/requests/{id}/submit', { params: { id } });
const decide = async (decision: string, request = id) => {
  const all = await desk.read('GET /api/clients/{id}/requests');
  const { version } = all.find((one: { id: string }) => one.id === request);
  return adviser.call('POST /api/requests/{id}/decision', { params: { id: request }, body: { version, decision } });
};
const countOfAction = async (action: string) => (await desk.actions()).filter((one: string) => one === action).length;
/** Moves the time of an answer, as if it had been given earlier. */
const givenEarlier = (section: string, key: string, ms: number) =>
  changeStored(sectionKey(desk.id, section), { [`answers/${key}/at`]: new Date(Date.now() - ms).toISOString() });

describe('starting', () => {
  test('makes one request with the chosen sections, tells the client, and counts it as open', async () => {
    await settleFactfind(adviser, desk.id);
    const body = { sections: ['work', 'you'], dueDate: inDays(7), message: 'Before we meet.' };
    const { body: made } = await desk.by('POST /api/clients/{id}/factfind', { body });
    expect(made).toMatchObject({
      kind: 'facts',
      title: 'Fact-find',
      help: 'Before we meet.',
      state: 'open',
      stageId: `${desk.id}.2.3`,
      dueDate: inDays(7),
      facts: { sections: ['work', 'you'], people: [1], done: 0, of: 2, isBegun: false, sentAt: null },
    });
    expect((await desk.now()).openRequests).toBe(1);
    expect((await desk.auditLog())[0]).toMatchObject({
      action: 'factfind-started',
      summary: 'Started the fact-find with 2 sections',
    });
    await expectCounted(desk.id);
  });

  test('tells the client by email what to expect', async () => {
    const { email } = await desk.now();
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringMatching(/has questions for you$/));
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('It takes about half an hour.');
  });

  test.each<[string, object, string, string]>([
    ['no section', { sections: [] }, 'sections', 'Choose at least one section'],
    ['an unknown section', { sections: ['horses'] }, 'sections', 'Unknown section'],
    ['a section twice', { sections: ['you', 'you'] }, 'sections', 'Unknown section'],
    ['a day in the past', { sections: ['you'], dueDate: inDays(-1) }, 'dueDate', 'Choose today or a later day'],
  ])('refuses %s', async (_, body, field, text) => {
    const answered = await desk.by('POST /api/clients/{id}/factfind', { body });
    expect([answered.status, answered.body.fields]).toEqual([400, { [field]: text }]);
  });

  test('is refused while one is under way, also for two at once', async () => {
    const { status, body } = await startFactfind(adviser, desk.id);
    expect([status, body.message]).toEqual([409, 'A fact-find is under way already. Open it, or waive it.']);
    const start = ({ params }: ClientDesk) =>
      calling(adviser, 'POST /api/clients/{id}/factfind', { params, body: { sections: ['you'] } });
    await atOnce(
      () => clientOf(adviser),
      start,
      start,
      async ({ id: other }, answers) => {
        expect(answers.map((one) => one.status).sort()).toEqual([201, 409]);
        await expectCounted(other);
      },
    );
  });

  test('again after waiving keeps the answers, and the old one cannot be reopened', async () => {
    await save('you', [{ key: 'name', v: 'Sarah Ann Smith' }]);
    await settleFactfind(adviser, desk.id);
    await startFactfind(adviser, desk.id);
    expect((await read()).answers.you?.name?.v).toBe('Sarah Ann Smith');
    expect((await decide('reopen')).body.message).toBe('Another fact-find was started since.');
  });

  test('a reopened one and a new one exclude each other', async () => {
    const start = () =>
      calling(adviser, 'POST /api/clients/{id}/factfind', { params: desk.params, body: { sections: ['you'] } });
    const prepare = async () => {
      desk = await clientOf(adviser);
      ({ id } = (await startFactfind(adviser, desk.id)).body);
      return (await decide('waive')).body;
    };
    const reopen = ({ version }: { version: number }) =>
      calling(adviser, 'POST /api/requests/{id}/decision', { params: { id }, body: { version, decision: 'reopen' } });
    await atOnce(prepare, start, reopen, async (_, answers) => {
      expect(answers.map(({ status }) => status < 300)).toContain(true);
      const all: { state: string }[] = await desk.read('GET /api/clients/{id}/requests');
      expect(all.filter(({ state }) => state === 'open')).toHaveLength(1);
    });
  });

  test('one that was deleted leaves the one before as the newest', async () => {
    await decide('waive');
    const { body: second } = await startFactfind(adviser, desk.id);
    await adviser.call('DELETE /api/requests/{id}', { params: { id: second.id } });
    expect((await read()).request).toMatchObject({ id, state: 'waived' });
    await expectCounted(desk.id);
  });
});

test('a client without a fact-find has none', async () => {
  const { status, body } = await (await clientOf(adviser)).by('GET /api/clients/{id}/factfind');
  expect([status, body.message]).toEqual([404, 'There is no fact-find']);
});

describe('answering', () => {
  test('saves a value, "I don’t know" and "let’s talk", each with who gave it and when', async () => {
    const named = [
      { key: 'name', v: 'Sarah Ann Smith' },
      { key: 'born', s: 'unknown' },
      { key: 'ni', s: 'talk' },
    ];
    const { status, body } = await save('you', named);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.answers).toEqual({
      name: { v: 'Sarah Ann Smith', by: 1, name: 'Sarah Smith', at: expect.any(String), n: 1, was: [] },
      born: { s: 'unknown', by: 1, name: 'Sarah Smith', at: expect.any(String), n: 1, was: [] },
      ni: { s: 'talk', by: 1, name: 'Sarah Smith', at: expect.any(String), n: 1, was: [] },
    });
    expect((await read()).answers.you).toEqual(body.answers);
  });

  test('a repeated save changes nothing, and an answer can be removed', async () => {
    const first = await save('you', [{ key: 'known', v: 'Sally' }]);
    expect((await save('you', [{ key: 'known', v: 'Sally' }])).body.answers).toEqual(first.body.answers);
    await save('you', [{ key: 'known', n: 1, v: null }]);
    expect(await answer('you', 'known')).toEqual({ by: 1, name: 'Sarah Smith', at: expect.any(String), n: 2, was: [] });
  });

  test.each<[string, string, Named, Record<string, string>]>([
    ['a wrong amount', 'work', { key: 'pay', v: 12.5 }, { pay: 'Must be a whole number of pounds, 0 or more' }],
    ['a day that is none', 'you', { key: 'born', v: '1980-02-30' }, { born: 'Must be a date' }],
    ['an unknown question', 'you', { key: 'shoe', v: '38' }, { key: 'Unknown question' }],
    ['an unknown section', 'you.2', { key: 'name', v: 'Rob' }, { section: 'Unknown section' }],
    ['a value beside "I don’t know"', 'you', { key: 'name', v: 'S', s: 'unknown' }, { name: expect.any(String) }],
    [
      'a wrong field of a row',
      'pensions',
      { key: 'pensions', v: [{ id: 'aaaaaaaa', worth: -1 }] },
      { 'pensions.0.worth': 'Must be a whole number of pounds, 0 or more' },
    ],
  ])('refuses %s by name', async (_, section, named, fields) => {
    const { status, body } = await save(section, [named]);
    expect([status, body.fields]).toEqual([400, fields]);
  });

  test('two people meet at the same answer only, and the second is shown the first’s', async () => {
    const rob = new Caller((await newPerson(adviser, desk)).token);
    await save('family', [{ key: 'status', v: 'married' }], rob);
    expect((await save('family', [{ key: 'children', v: false }])).status).toBe(200);
    const { status, body } = await save('family', [{ key: 'status', v: 'single' }]);
    expect([status, body.message]).toEqual([409, 'Somebody changed this answer meanwhile.']);
    expect(body.answers).toMatchObject({ status: { v: 'married', by: 2, name: 'Rob Smith', n: 1 } });
    expect((await save('family', [{ key: 'status', n: 1, v: 'single' }])).status).toBe(200);
    expect(await answer('family', 'status')).toMatchObject({ v: 'single', n: 2 });
  });

  test('saves at the same moment lose nothing', async () => {
    const prepare = async () => {
      desk = await clientOf(adviser);
      await startFactfind(adviser, desk.id);
      return desk;
    };
    const one = (at: ClientDesk) => saving('spending', [{ key: 'way', v: 'month' }], at.own, at);
    const two = (at: ClientDesk) => saving('spending', [{ key: 'left', v: 200 }], at.own, at);
    await atOnce(prepare, one, two, async (_, answers) => {
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await read()).answers.spending).toMatchObject({ way: { v: 'month' }, left: { v: 200 } });
    });
  });

  test('a save can be repeated after a crash at any request to AWS', async () => {
    const prepare = async () => {
      desk = await clientOf(adviser);
      await startFactfind(adviser, desk.id, ['goals']);
      return desk;
    };
    const act = (at: ClientDesk) => saving('goals', [{ key: 'why', v: 'A friend' }], at.own, at);
    const check = async () => {
      expect((await read()).answers.goals?.why).toMatchObject({ v: 'A friend', n: 1 });
      expect(await countOfAction('factfind-answered')).toBe(1);
    };
    await killAtEveryCall(prepare, act, check, [200]);
  });

  test('a question that is no longer asked keeps its answer, and progress counts what is asked', async () => {
    await save('family', [{ key: 'children', v: true }]);
    await save('family', [{ key: 'dependants', v: [{ id: 'aaaaaaaa', name: 'Ann' }] }]);
    await save('family', [{ key: 'children', n: 1, v: false }]);
    expect(await answer('family', 'dependants')).toMatchObject({ v: [{ id: 'aaaaaaaa', name: 'Ann' }] });
    const { body } = await save('family', [{ key: 'status', v: 'single' }]);
    expect(body.request.facts).toMatchObject({ done: 1, of: SECTION_IDS.length, isBegun: true });
    expect((await read(adviser)).request.facts).toEqual(body.request.facts);
  });

  test('a full section drops former values, but neither the first nor the answers', async () => {
    const was = Array.from({ length: 19 }, (_, i) => ({
      v: `${i} ${'x'.repeat(3_050)}`,
      by: 1,
      name: 'Sarah Smith',
      at: new Date(Date.now() - HOUR_MS * (30 - i)).toISOString(),
    }));
    const full = { v: 'Now', by: 1, name: 'Sarah Smith', at: was[18]?.at, n: 20, was };
    await changeStored(sectionKey(desk.id, 'more'), { v: 1, answers: { helper: full } });
    expect((await save('more', [{ key: 'else', v: 'long '.repeat(190) }])).status).toBe(200);
    expect((await save('more', [{ key: 'helper', n: 20, v: 'long '.repeat(199) }])).status).toBe(200);
    const kept = (await answer('more', 'helper'))?.was.map(({ v }) => String(v).split(' ')[0]);
    expect(kept).toEqual(['0', ...was.slice(2).map(({ v }) => v.split(' ')[0]), 'Now']);
    expect((await answer('more', 'else'))?.v).toContain('long');
  });

  test('a section has room for 60 KB', async () => {
    await changeStored(sectionKey(desk.id, 'more'), { v: 1, answers: {}, filler: 'x'.repeat(59_900) });
    const { status, body } = await save('more', [{ key: 'else', v: 'A little more than fits. '.repeat(20) }]);
    expect([status, body.message]).toEqual([409, 'There is no room for more here.']);
  });

  test('the 601st save of an hour waits, with the answers so far kept', async () => {
    await save('you', [{ key: 'name', v: 'Sarah' }]);
    const client = await stored<ClientItem>(clientKey(desk.id));
    await changeStored(attemptsKey('link-answers', `${desk.id}.${client?.tokenVersion}`), { count: 600 });
    const { status, body } = await save('you', [{ key: 'known', v: 'Sally' }]);
    const text = /^That was a lot of changes. Your answers so far are saved. Please try again in \d+ minutes\.$/;
    expect([status, body.message]).toEqual([429, expect.stringMatching(text)]);
    // A repeat of what is saved counts for nothing.
    expect((await save('you', [{ key: 'name', v: 'Sarah' }])).status).toBe(200);
  });

  test('is recorded once a day, person and section, without a value', async () => {
    const rob = new Caller((await newPerson(adviser, desk)).token);
    await save('family', [{ key: 'status', v: 'married' }]);
    await save('family', [{ key: 'children', v: false }]);
    await save('family', [{ key: 'past', v: false }], rob);
    await save('spending', [{ key: 'way', v: 'month' }]);
    const entries = (await desk.auditLog()).filter(({ action }) => action === 'factfind-answered');
    expect(entries.map(({ actorName, summary }) => [actorName, summary])).toEqual([
      ['Sarah Smith', 'Answered questions of “Spending”'],
      ['Rob Smith', 'Answered questions of “Family”'],
      ['Sarah Smith', 'Answered questions of “Family”'],
    ]);
  });

  test('is refused for a waived fact-find and for files', async () => {
    await decide('waive');
    expect((await save('you', [{ key: 'name', v: 'S' }])).status).toBe(409);
    const form = fileForm('a photo', 'photo.txt');
    form.append('requestId', id);
    const { status, body } = await desk.by('POST /api/clients/{id}/documents', { form }, desk.own);
    expect([status, body.message]).toEqual([409, 'These are questions, not a file.']);
  });
});

describe('handing in', () => {
  test('is possible with gaps, tells the adviser, and can be repeated', async () => {
    await save('you', [{ key: 'name', v: 'Sarah' }]);
    expect((await submit()).body).toMatchObject({ state: 'submitted', facts: { sentAt: expect.any(String) } });
    expect((await submit()).status).toBe(200);
    expect(await countOfAction('factfind-sent')).toBe(1);
    await expect
      .poll(async () => (await inboxOf(adviser)).map(({ text }) => text), SOON)
      .toContainEqual('Sent the fact-find');
    const [row] = (await adviser.call('GET /api/requests/review')).body;
    expect(row).toMatchObject({ id, kind: 'facts', title: 'Fact-find', clientName: 'Sarah Smith' });
    expect((await decide('approve')).body.message).toBe('These are questions, not a file.');
    await expectCounted(desk.id);
  });

  test('without answers means that the client would rather do it together', async () => {
    const body = { reason: 'I’d rather do this together.' };
    const { body: sent } = await desk.own.call('POST /api/requests/{id}/cannot', { params: { id }, body });
    expect(sent).toMatchObject({ state: 'submitted', answer: 'I’d rather do this together.' });
    const [entry] = await desk.auditLog();
    expect(entry?.summary).toBe('Would rather do the fact-find together (0 of 12 sections done)');
  });

  test('afterwards a change keeps the former value, and tells the adviser once an hour', async () => {
    await save('work', [{ key: 'pay', v: 50_000 }]);
    await submit();
    await givenEarlier('work', 'pay', 11 * MINUTE_MS);
    await save('work', [{ key: 'pay', n: 1, v: 52 }]);
    // Forms save while somebody types.
    await save('work', [{ key: 'pay', n: 2, v: 52_000 }]);
    expect(await answer('work', 'pay')).toMatchObject({ v: 52_000, n: 3, was: [{ v: 50_000, name: 'Sarah Smith' }] });
    expect(await countOfAction('factfind-changed')).toBe(1);
    const key = childItemKey(PREFIX.request, desk.id, parseChildId(id).key);
    await changeStored(key, { 'facts/toldAt': new Date(Date.now() - HOUR_MS).toISOString() });
    await save('work', [{ key: 'extra', v: 0 }]);
    expect(await countOfAction('factfind-changed')).toBe(2);
  });

  test('keeps the first and the last of more than 20 former values', async () => {
    await submit();
    const was = Array.from({ length: 20 }, (_, i) => ({ v: i, name: 'Sarah Smith', at: '2026-11-01T09:00:00.000Z' }));
    await save('work', [{ key: 'pay', v: 20 }]);
    await changeStored(sectionKey(desk.id, 'work'), { 'answers/pay/was': was });
    await givenEarlier('work', 'pay', 11 * MINUTE_MS);
    await save('work', [{ key: 'pay', n: 1, v: 21 }]);
    const kept = (await answer('work', 'pay'))?.was.map(({ v }) => v);
    expect(kept).toEqual([0, ...Array.from({ length: 19 }, (_, i) => i + 2)]);
  });
});

describe('several people', () => {
  test('have sections of their own from the start, or once staff add them; those of a removed person are not asked', async () => {
    const rob = await newPerson(adviser, desk);
    expect((await read()).people).toEqual([
      { number: 1, name: 'Sarah Smith' },
      { number: 2, name: 'Rob Smith' },
    ]);
    expect((await save('you.2', [{ key: 'name', v: 'Rob' }])).status).toBe(400);
    const add = () => desk.by('POST /api/clients/{id}/factfind/people', { body: { person: 2 } });
    expect((await add()).body.facts).toMatchObject({ people: [1, 2], of: 18 });
    expect((await add()).body.facts).toMatchObject({ people: [1, 2] });
    expect((await save('you.2', [{ key: 'name', v: 'Rob' }], new Caller(rob.token))).status).toBe(200);
    await adviser.call('DELETE /api/people/{id}', { params: { id: rob.id } });
    expect((await save('you.2', [{ key: 'known', v: 'Bob' }])).status).toBe(400);
    expect((await read()).answers['you.2']?.name).toMatchObject({ v: 'Rob', by: 2 });
  });

  test('an attorney has none', async () => {
    await newPerson(adviser, desk, { kind: 'attorney', powerSeenOn: inDays(0) });
    const { status, body } = await desk.by('POST /api/clients/{id}/factfind/people', { body: { person: 2 } });
    expect([status, body.fields]).toEqual([400, { person: 'This person has no sections of their own' }]);
  });
});

test('reading by staff is recorded once a day and person; the client’s own is not', async () => {
  await read();
  await Promise.all([read(adviser), read(adviser)]);
  await read(await demoAdmin());
  expect(await countOfAction('factfind-read')).toBe(2);
});

test('an answer is in no list, notice, email or entry', async () => {
  const secret = 'Canary-7d1f-inheritance';
  await save('work', [{ key: 'gifts', v: secret }]);
  await submit();
  await save('work', [{ key: 'gifts', n: 1, v: `${secret} again` }]);
  const admin = await demoAdmin();
  await expect.poll(async () => (await inboxOf(adviser)).length, SOON).toBeGreaterThan(0);
  const query = { q: secret };
  const seen = await Promise.all([
    adviser.call('GET /api/clients'),
    admin.call('GET /api/clients', { headers: { accept: 'text/csv' } }),
    adviser.call('GET /api/clients', { query }),
    adviser.call('GET /api/requests/review'),
    adviser.call('GET /api/notifications'),
    adviser.call('GET /api/today'),
    desk.by('GET /api/clients/{id}/activity'),
    desk.by('GET /api/clients/{id}/requests'),
    desk.by('GET /api/clients/{id}'),
    desk.by('GET /api/clients/{id}/portal'),
  ]);
  expect(seen.filter((one) => JSON.stringify(one).includes(secret))).toEqual([]);
  expect(JSON.stringify(await mailsTo((await desk.now()).email))).not.toContain(secret);
  const holders = (await partitionOf(desk.id)).filter((item) => JSON.stringify(item).includes(secret));
  expect(holders.map(({ sk }) => sk)).toEqual(['FACTS#work']);
});

describe('asking back', () => {
  const asking =
    (asks: { section: string; key: string; text: string }[], more: object = {}, version?: number) =>
    async () => {
      const { request } = await read(adviser);
      const body = { version: version ?? request.version, asks, ...more };
      return desk.by('POST /api/clients/{id}/factfind/ask', { body });
    };
  const tax = { section: 'work', key: 'pay', text: 'Is this before or after tax?' };

  test('opens it again for the client, who answers by saving', async () => {
    await save('work', [
      { key: 'status', v: 'employed' },
      { key: 'pay', v: 52_000 },
    ]);
    await submit();
    const { body: open } = await asking([tax, { section: 'family', key: 'status', text: 'Since when?' }])();
    expect(open).toMatchObject({ state: 'open', round: 1, submittedAt: null, facts: { asks: 2 } });
    expect((await read()).asks).toMatchObject({
      work: { pay: { text: 'Is this before or after tax?', name: adviser.name } },
      family: { status: { text: 'Since when?' } },
    });
    // A removed answer is none, and the question stays.
    await save('family', [{ key: 'status', v: null }]);
    expect((await read()).request.facts).toMatchObject({ asks: 2 });
    // A save of the same value is an answer too.
    await save('work', [{ key: 'pay', n: 1, v: 52_000 }]);
    expect((await read()).request.facts).toMatchObject({ asks: 1 });
    await submit();
    expect((await desk.auditLog()).map(({ summary }) => summary)).toContain('Asked 2 questions about the fact-find');
    await expectCounted(desk.id);
  });

  test('keeps the reason for which it was opened, and cannot be deleted', async () => {
    await submit();
    await asking([], { reason: 'Your pay has changed.' })();
    const since = { section: 'family', key: 'status', text: 'Since when?' };
    expect((await asking([since])()).body).toMatchObject({ state: 'open', reason: 'Your pay has changed.' });
    const other = await clientOf(adviser);
    const made = await startFactfind(adviser, other.id);
    const { version } = made.body;
    await other.by('POST /api/clients/{id}/factfind/ask', { body: { version, asks: [since] } });
    expect((await adviser.call('DELETE /api/requests/{id}', { params: { id: made.body.id } })).status).toBe(409);
  });

  test('can be repeated, and is refused for another version, an unknown question and a waived fact-find', async () => {
    await save('work', [{ key: 'status', v: 'employed' }]);
    await submit();
    const { version } = (await read()).request;
    const once = asking([tax], {}, version);
    expect((await once()).body).toEqual((await once()).body);
    expect((await asking([{ ...tax, text: 'Another' }], {}, version)()).status).toBe(409);
    const unknown = await asking([{ ...tax, key: 'shoe' }])();
    expect([unknown.status, unknown.body.fields]).toEqual([400, { key: 'Unknown question' }]);
    expect((await asking([])()).body.fields).toEqual({ reason: 'Tell the client what to change' });
    await decide('waive');
    expect((await asking([tax])()).status).toBe(409);
  });
});

describe('staff', () => {
  test('fill in answers, and need a reason to correct what the client sent; the client can put it back', async () => {
    await save('family', [{ key: 'status', v: 'single' }], adviser);
    expect(await answer('family', 'status')).toMatchObject({ by: null, name: adviser.name });
    await save('work', [{ key: 'pay', v: 52_000 }]);
    await submit();
    const correct = (reason?: string) =>
      save('work', [{ key: 'pay', n: 1, v: 58_000, ...(reason && { reason }) }], adviser);
    expect((await correct()).body.fields).toEqual({ reason: 'Say why you change the client’s answer' });
    expect((await correct('Payslip')).body.answers.pay).toMatchObject({
      v: 58_000,
      by: null,
      reason: 'Payslip',
      was: [{ v: 52_000, name: 'Sarah Smith' }],
    });
    await save('work', [{ key: 'pay', n: 2, v: 52_000 }]);
    const summaries = (await desk.auditLog()).map(({ summary }) => summary);
    const [question] = summaries.flatMap((text) => /^Corrected the answer to (“.*”)$/.exec(text)?.[1] ?? []);
    expect(summaries).toContain(`Put back the answer to ${question}, which was corrected`);
    await expect
      .poll(async () => (await inboxOf(adviser)).map(({ text }) => text), SOON)
      .toContainEqual(expect.stringContaining('Put back the answer to'));
  });
});

describe('accepting', () => {
  const accepting =
    (more: object = {}, at = desk): Act =>
    async () => {
      const { request } = (await at.by('GET /api/clients/{id}/factfind')).body;
      return calling(adviser, 'POST /api/clients/{id}/factfind/accept', {
        params: at.params,
        body: { version: request.version, ...more },
      })();
    };
  /** Returns the version of a fact-find that a new client has sent. */
  const sentAnew = async (): Promise<number> => {
    desk = await clientOf(adviser);
    ({ id } = (await startFactfind(adviser, desk.id, ['goals'])).body);
    await save('goals', [{ key: 'why', v: 'A friend' }]);
    return (await submit()).body.version;
  };
  const accept = (version: number) =>
    calling(adviser, 'POST /api/clients/{id}/factfind/accept', { params: desk.params, body: { version } });
  const textOf = async (documentId: string) => {
    const { body } = await adviser.call('GET /api/documents/{id}/download', { params: { id: documentId } });
    return Buffer.from(body).toString();
  };

  test('makes a sealed copy that stays, with every answer, correction and day', async () => {
    await save('work', [
      { key: 'status', v: 'employed' },
      { key: 'pay', v: 52_000 },
      { key: 'gifts', s: 'unknown' },
    ]);
    await submit();
    await save('work', [{ key: 'pay', n: 1, v: 58_000, reason: 'Payslip' }], adviser);
    expect((await accepting()()).body.fields).toEqual({
      agreedOn: 'Say when you agreed these answers with the client',
    });
    expect((await accepting({ agreedOn: inDays(1) })()).body.fields).toEqual({
      agreedOn: 'Choose today or an earlier day',
    });
    const { status, body } = await accepting({ agreedOn: inDays(0) })();
    expect([status, body.request.state, body.document.stageId]).toEqual([201, 'approved', `${desk.id}.2.3`]);
    expect(body.request.facts).toMatchObject({ agreedOn: inDays(0), documentId: body.document.id });
    const text = await textOf(body.document.id);
    expect(text).toContain(`Fact-find of Sarah Smith`);
    expect(text).toMatch(/£58,000\n {2}\(.*\)\n {2}Before: £52,000 \(Sarah Smith, .*\), changed by .*: “Payslip”/);
    expect(text).toContain('Doesn’t know');
    const [accepted, uploaded] = ['factfind-accepted', 'document-uploaded'].map(async (action) =>
      (await desk.auditLog()).find((entry) => entry.action === action),
    );
    expect(await accepted).toMatchObject({ summary: expect.stringContaining('Accepted the fact-find') });
    expect(await uploaded).toBeDefined();
    const remove = await adviser.call('DELETE /api/documents/{id}', { params: { id: body.document.id } });
    expect([remove.status, remove.body.message]).toEqual([
      409,
      'This is the agreed fact-find and stays as long as the client.',
    ]);
    const moved = { params: { id: body.document.id }, body: { stageId: null } };
    expect((await adviser.call('PATCH /api/documents/{id}', moved)).status).toBe(409);
    expect((await accepting()()).body.document).toEqual(body.document);
    const late = await save('work', [{ key: 'pay', n: 2, v: 1 }]);
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^This was agreed on .* Tell .* what has changed\.$/),
    ]);
    await expectCounted(desk.id);
  });

  test('waits until the client has sent it, unless staff gave every answer', async () => {
    await save('family', [{ key: 'status', v: 'single' }], adviser);
    expect((await accepting()()).body.fields).toEqual({
      agreedOn: 'Say when you agreed these answers with the client',
    });
    await save('family', [{ key: 'children', v: false }]);
    const early = await accepting({ agreedOn: inDays(0) })();
    expect([early.status, early.body.message]).toEqual([409, 'The client has not sent this yet.']);
    await save('family', [{ key: 'children', n: 1, v: true }], adviser);
    expect((await accepting({ agreedOn: inDays(0) })()).status).toBe(201);
  });

  test('a later fact-find begins with the answers, and its copy says what changed', async () => {
    await save('work', [
      { key: 'status', v: 'employed' },
      { key: 'pay', v: 52_000 },
    ]);
    await submit();
    await accepting()();
    ({ id } = (await startFactfind(adviser, desk.id)).body);
    await save('work', [{ key: 'pay', n: 1, v: 60_000 }]);
    await submit();
    const { body } = await accepting()();
    expect(await textOf(body.document.id)).toMatch(
      /WHAT CHANGED SINCE THE COPY OF .*\n\nWork and income – .*\n {2}£52,000 → £60,000/,
    );
  });

  test('a correction after acceptance has to be accepted again, and an opened one says why', async () => {
    await save('work', [{ key: 'pay', v: 52_000 }]);
    await submit();
    await accepting()();
    await save('work', [{ key: 'pay', n: 1, v: 58_000, reason: 'Payslip' }], adviser);
    expect((await read()).request.state).toBe('submitted');
    expect((await accepting({ agreedOn: inDays(0) })()).status).toBe(201);
    const { version } = (await read()).request;
    const body = { version, asks: [], reason: 'Your pay has changed.' };
    const { body: open } = await desk.by('POST /api/clients/{id}/factfind/ask', { body });
    expect(open).toMatchObject({ state: 'open', reason: 'Your pay has changed.' });
    expect(open.facts.documentId).not.toBeNull();
    await expectCounted(desk.id);
  });

  test('acceptance can be repeated after a crash at any request to AWS, and leaves one copy', async () => {
    await killAtEveryCall(
      sentAnew,
      accept,
      async () => {
        expect(await desk.read('GET /api/clients/{id}/documents')).toHaveLength(1);
        expect(await countOfAction('factfind-accepted')).toBe(1);
        await expectCounted(desk.id);
      },
      [201],
    );
  });

  test('accepts what was read: a change by the client meanwhile is no part of it', async () => {
    const change = () => saving('goals', [{ key: 'why', n: 1, v: 'My bank' }]);
    await atOnce(sentAnew, accept, change, async (_, [accepted, changed]) => {
      expect([accepted.status, changed.status].filter((status) => status < 300)).toHaveLength(1);
    });
  });
});

describe('a spreadsheet', () => {
  const accept = { headers: { accept: 'text/csv' } };
  const LIST = [
    { id: 'k3x9a0bc', with: 'Aviva', worth: 40_000 },
    { id: 'k3x9a0bd', with: '=Zurich' },
  ];

  test('has each question with its answer and giver, and a row for each row of a list', async () => {
    await save('pensions', [{ key: 'pensions', v: LIST }]);
    await save('pensions', [{ key: 'lost', s: 'talk' }], adviser);
    const { headers, body } = await desk.by('GET /api/clients/{id}/factfind', accept);
    expect(headers.get('content-disposition')).toBe('attachment; filename="fact-find.csv"');
    const lines = Buffer.from(body).toString().split('\r\n');
    expect(lines[0]).toBe('\uFEFF"Section","Person","Question","Answer","Given by","Date"');
    const today = inDays(0);
    expect(lines.filter((line) => line.startsWith('"Pensions","Sarah Smith","Which'))).toEqual([
      `"Pensions","Sarah Smith","Which pensions do you have?","Aviva · £40,000","Sarah Smith","${today}"`,
      `"Pensions","Sarah Smith","Which pensions do you have?","'=Zurich","Sarah Smith","${today}"`,
    ]);
    expect(lines.find((line) => line.includes('lost track'))).toContain(
      `"Would rather talk about it","${adviser.name}","${today}"`,
    );
    expect(await countOfAction('factfind-exported')).toBe(1);
    expect(await countOfAction('factfind-read')).toBe(0);
  });

  test('is for staff: the client reads the answers as they are on the page', async () => {
    const { body } = await desk.own.call('GET /api/clients/{id}/factfind', { ...accept, params: desk.params });
    expect(body.request.id).toBe(id);
    expect(await countOfAction('factfind-exported')).toBe(0);
  });
});

describe('over the years', () => {
  const accept = async (more: object = {}) => {
    const { version } = (await read()).request;
    return desk.by('POST /api/clients/{id}/factfind/accept', { body: { version, ...more } });
  };

  test('a fact-find that is started again keeps former values, and a correction still needs a reason', async () => {
    await save('work', [{ key: 'pay', v: 52_000 }]);
    await submit();
    await save('work', [{ key: 'pay', n: 1, v: 58_000, reason: 'Payslip' }], adviser);
    await decide('waive');
    await startFactfind(adviser, desk.id);
    const again = await save('work', [{ key: 'pay', n: 2, v: 70_000 }], adviser);
    expect(again.body.fields).toEqual({ reason: 'Say why you change the client’s answer' });
    await save('work', [{ key: 'pay', n: 2, v: 70_000, reason: 'New job' }], adviser);
    expect(await answer('work', 'pay')).toMatchObject({
      reason: 'New job',
      was: [
        { v: 52_000, by: 1 },
        { v: 58_000, by: null, reason: 'Payslip' },
      ],
    });
    await save('work', [{ key: 'pay', n: 3, v: 52_000 }]);
    expect(await countOfAction('factfind-put-back')).toBe(1);
  });

  test('questions of staff end with their fact-find, and count only while they are asked', async () => {
    await save('family', [{ key: 'children', v: true }]);
    await submit();
    const { version } = (await read()).request;
    const asks = [
      { section: 'family', key: 'dependants', text: 'Who?' },
      { section: 'more', key: 'else', text: 'What?' },
    ];
    await desk.by('POST /api/clients/{id}/factfind/ask', { body: { version, asks } });
    await save('family', [{ key: 'children', n: 1, v: false }]);
    expect((await read()).request.facts?.asks).toBe(1);
    await decide('waive');
    await startFactfind(adviser, desk.id);
    expect(await read()).toMatchObject({ request: { facts: { asks: 0 } }, asks: {} });
    expect((await save('more', [{ key: 'else', v: 'No' }])).body.request.facts.asks).toBe(0);
  });

  test('staff who change their own agreed answer have to accept it again, and counters stay right', async () => {
    await save('family', [{ key: 'status', v: 'single' }], adviser);
    await accept({ agreedOn: inDays(0) });
    await save('family', [{ key: 'status', n: 1, v: 'married' }], adviser);
    expect((await read()).request.state).toBe('submitted');
    expect(await countOfAction('factfind-answered')).toBe(2);
    await expectCounted(desk.id);
    expect((await accept()).status).toBe(400);
    expect((await accept({ agreedOn: inDays(0) })).status).toBe(201);
    await expectCounted(desk.id);
  });

  test('staff who remove an answer, or answer for a client who wants to talk, say when it was agreed', async () => {
    await save('work', [{ key: 'pay', v: 52_000 }]);
    await submit();
    await save('work', [{ key: 'pay', n: 1, v: null, reason: 'A mistake' }], adviser);
    expect((await accept()).status).toBe(400);
    expect((await accept({ agreedOn: inDays(0) })).status).toBe(201);
  });

  test('answers that are sent replace the wish to do it together', async () => {
    const body = { reason: 'I’d rather do this together.' };
    await desk.own.call('POST /api/requests/{id}/cannot', { params: { id }, body });
    await save('family', [{ key: 'status', v: 'single' }], adviser);
    expect((await accept()).status).toBe(400);
    const { version } = (await read()).request;
    const asks = [{ section: 'family', key: 'children', text: 'Any?' }];
    await desk.by('POST /api/clients/{id}/factfind/ask', { body: { version, asks } });
    expect((await submit()).body).toMatchObject({ state: 'submitted', answer: null });
  });

  test('the copy does not say that somebody sent answers who would rather give them together', async () => {
    await desk.own.call('POST /api/requests/{id}/cannot', { params: { id }, body: { reason: 'Together, please.' } });
    await save('family', [{ key: 'status', v: 'single' }], adviser);
    const { version } = (await read()).request;
    const asks = [{ section: 'family', key: 'children', text: 'Any?' }];
    await desk.by('POST /api/clients/{id}/factfind/ask', { body: { version, asks } });
    expect((await accept()).status).toBe(400);
    const { document } = (await accept({ agreedOn: inDays(0) })).body;
    const { body } = await adviser.call('GET /api/documents/{id}/download', { params: { id: document.id } });
    expect(Buffer.from(body).toString()).toMatch(/^Handed in to be answered together by Sarah Smith on .*\.$/m);
    expect(Buffer.from(body).toString()).not.toMatch(/^Sent by/m);
  });

  test('only the newest can be deleted, and a value that staff ask about is kept', async () => {
    await decide('waive');
    const { body: second } = await startFactfind(adviser, desk.id);
    expect((await adviser.call('DELETE /api/requests/{id}', { params: { id } })).status).toBe(409);
    id = second.id;
    await save('more', [{ key: 'else', v: 'A' }]);
    const { version } = (await read()).request;
    const asks = [{ section: 'more', key: 'else', text: 'Sure?' }];
    await desk.by('POST /api/clients/{id}/factfind/ask', { body: { version, asks } });
    await save('more', [{ key: 'else', n: 1, v: 'B' }]);
    expect((await answer('more', 'else'))?.was).toMatchObject([{ v: 'A' }]);
  });

  test('refuses characters that would spoil the copy', async () => {
    expect((await save('more', [{ key: 'else', v: 'A\u0001B' }])).body.fields).toEqual({ else: 'Must be text' });
    expect((await save('more', [{ key: 'else', v: 'A\r\nB' }])).status).toBe(200);
  });
});
