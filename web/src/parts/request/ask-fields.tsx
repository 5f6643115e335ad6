import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Pencil, Plus, X } from 'lucide-react';
import { type KeyboardEvent, use, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RequestTemplates } from '#shared/contract/requests.ts';
import { countOf, listOf } from '#shared/rules/counted-words.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import { searchable, searchFor } from '#shared/rules/search.ts';
import { RestoredContext } from '../../lib/drafts/form-draft.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { Input } from '../../ui/eager/controls.tsx';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/form.tsx';
import { Tick } from '../../ui/form/tick.tsx';
import { Words } from '../../ui/text/words.tsx';
import { countAsked, TICKED, textAt } from './ask-schema.ts';
import { useProposedDue } from './proposed-due.ts';
import { templatesQuery } from './requests.ts';
import { STAGES, stageName } from './stages.ts';

type Template = RequestTemplates['templates'][number];

interface PeopleProps {
  /** Short names of a client's people, whom a line can be asked of each. */
  people?: readonly string[];
}

interface AskProps extends PeopleProps {
  /** Number of the client's current stage, whose documents are offered first. */
  current?: number | undefined;
}

const NOBODY: readonly string[] = [];

/** Label of the submit button. */
export function AskLabel({ people = NOBODY }: PeopleProps) {
  const count = countAsked(useForm().values, people);
  return <span>{count === 0 ? 'Ask for Documents' : `Ask for ${countOf(count, 'Document')}`}</span>;
}

/** Choice to ask each of the people for a line. */
const FromEach = ({ line, title, people }: { line: string; title: string; people: readonly string[] }) => (
  <Flex as="label" gap="2" align="center" py="1" textStyle="sm" cursor="pointer">
    <Tick name={`each.${line}`} aria-label={`From each: ${title}`} />
    <span>From each</span>
    <Words color="fg.muted">{listOf(people)}</Words>
  </Flex>
);

const STAGE_OPTIONS = [{ value: '', label: 'No stage' }, ...STAGES];

const Fieldset = chakra('fieldset', { base: { minW: '0', display: 'grid', gap: '3' } });

/** Title, help and stage of a line. Kept in the form while they are out of view. */
const LineFields = ({ template: { id, title, help, stage } }: { template: Template }) => (
  <>
    <TextField name={`title.${id}`} label="Title" defaultValue={title} />
    <TextAreaField
      name={`help.${id}`}
      label="Help"
      hint="Say which document counts, in one or two sentences."
      rows={2}
      defaultValue={help ?? ''}
    />
    <input type="hidden" name={`stage.${id}`} value={stage} />
  </>
);

/** Line of the firm's list. The pencil opens its fields. */
function TemplateLine({
  template,
  isFound,
  people,
}: {
  template: Template;
  isFound: boolean;
  people: readonly string[];
}) {
  const { id, help } = template;
  const label = useId();
  const { values, errors } = useForm();
  const [isOpen, setOpen] = useState(false);
  const isTicked = values[`tick.${id}`] === TICKED;
  const isShown = isTicked && (isOpen || `title.${id}` in errors || `help.${id}` in errors);
  const title = textAt(values, `title.${id}`) || template.title;
  return (
    <Box as="li" hidden={!isFound}>
      <Flex gap="1" align="start">
        <Flex as="label" gap="2.5" py="1" flex="1" minW="0" cursor="pointer">
          <Tick name={`tick.${id}`} mt="0.5" aria-labelledby={label} aria-describedby={`${label}-help`} />
          <Box as="span" minW="0">
            <Words id={label} fontWeight={isTicked ? 'medium' : undefined}>
              {title}
            </Words>
            <Words as="span" id={`${label}-help`} display="block" textStyle="xs" color="fg.muted">
              {isTicked ? (values[`help.${id}`]?.toString() ?? help) : help}
            </Words>
          </Box>
        </Flex>
        {isTicked && (
          <IconButton
            size="xs"
            variant="ghost"
            colorPalette="gray"
            color="fg.muted"
            aria-label={`Edit ${title}`}
            title="Edit"
            aria-expanded={isShown}
            onClick={() => setOpen(!isShown)}
          >
            {isShown ? <ChevronDown aria-hidden /> : <Pencil aria-hidden />}
          </IconButton>
        )}
      </Flex>
      {isTicked && people.length > 0 && (
        <Box ps="7">
          <FromEach line={id} title={title} people={people} />
        </Box>
      )}
      <Fieldset disabled={!isTicked} hidden={!isShown} ps="7" pb="3" aria-label={`Details of ${title}`}>
        <LineFields template={template} />
      </Fieldset>
    </Box>
  );
}

/** Moves the focus between the boxes in view, so that a long list needs one key a line. */
function moveByArrow(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (!step || !(target instanceof HTMLInputElement) || !['checkbox', 'search'].includes(target.type)) return;
  const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=search]')];
  const shown = boxes.filter((box) => box.checkVisibility());
  shown[shown.indexOf(target) + step]?.focus();
  event.preventDefault();
}

const stayInForm = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();

/** Groups by stage in the order of the journey, those of the current stage first. */
function groupsOf(templates: readonly Template[], current: number | undefined) {
  const rank = (stage: number) => (Math.floor(stage) === current ? 0 : stage);
  return [...Map.groupBy(templates, ({ stage }) => stage)].sort(([a], [b]) => rank(a) - rank(b) || a - b);
}

interface ListProps extends AskProps {
  templates?: readonly Template[];
  isLoading: boolean;
}

/** The firm's list by stage, with a search. */
function FirmList({ templates = [], current, people = NOBODY, isLoading }: ListProps) {
  const [typed, setTyped] = useState('');
  const isMatch = searchFor(typed);
  const isFound = ({ title, help }: Template) => isMatch(searchable(title, help ?? ''));
  const groups = groupsOf(templates, current);
  const isNone = templates.length > 0 && !templates.some(isFound);
  return (
    <Box onKeyDown={moveByArrow}>
      {(isLoading || templates.length > 0) && (
        <Input
          type="search"
          aria-label="Search documents"
          placeholder="Search documents"
          size="sm"
          mb="2"
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={stayInForm}
        />
      )}
      <Box maxH={{ base: '45vh', md: '20rem' }} overflowY="auto" tabIndex={-1} mx="-1" px="1">
        {isLoading && <Skeletons count={8} height="10" mb="2" />}
        {groups.map(([stage, lines]) => (
          <Box as="section" key={stage} mb="2" hidden={!lines.some(isFound)} aria-label={stageName(stage)}>
            <Text textStyle="xs" fontWeight="semibold" color="fg.muted" mb="0.5">
              {stageName(stage)}
            </Text>
            <Box as="ul" listStyleType="none">
              {lines.map((template) => (
                <TemplateLine key={template.id} template={template} isFound={isFound(template)} people={people} />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      <Text role="status" textStyle="sm" color="fg.muted">
        {isNone && 'Nothing on the list matches. Add it below.'}
      </Text>
    </Box>
  );
}

const numberOf = (name: string) => Number(/^\w+\.free-(\d+)$/.exec(name)?.[1] ?? 0);

const toAddButton = (button: HTMLElement) =>
  button.closest('form')?.querySelector<HTMLElement>('[data-adds-line]') ?? null;

function RemoveLine({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <IconButton
      ref={useFocusFallback<HTMLButtonElement>(toAddButton)}
      size="2xs"
      variant="ghost"
      colorPalette="gray"
      color="fg.muted"
      position="absolute"
      top="2"
      insetEnd="0"
      aria-label={`Remove ${name}`}
      title="Remove"
      onClick={onClick}
    >
      <X aria-hidden />
    </IconButton>
  );
}

/** Lines that are not on the list. */
function FreeLines({ people }: { people: readonly string[] }) {
  const restored = use(RestoredContext);
  const { values } = useForm();
  const [last, setLast] = useState<typeof restored>();
  const [numbers, setNumbers] = useState<readonly number[]>([]);
  const [added, setAdded] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  if (restored !== last) {
    setLast(restored);
    setNumbers([...new Set([...(restored?.saved.keys() ?? [])].map(numberOf))].filter(Boolean).sort((a, b) => a - b));
  }
  /** Also makes the form read its values, as it knows nothing of fields that come and go. */
  const change = (changed: readonly number[]) => {
    flushSync(() => setNumbers(changed));
    list.current?.closest('form')?.dispatchEvent(new Event('change'));
  };
  const add = () => {
    const number = Math.max(0, ...numbers) + 1;
    setAdded(number);
    change([...numbers, number]);
  };
  return (
    <Grid ref={list} gap="4">
      {numbers.map((number) => (
        <Fieldset key={number} aria-label={`Something else ${number}`} position="relative" borderTopWidth="1px" pt="3">
          <TextField
            name={`title.free-${number}`}
            label="Title"
            autoFocus={number === added}
            placeholder="Marriage certificate"
          />
          <RemoveLine
            name={`something else ${number}`}
            onClick={() => change(numbers.filter((other) => other !== number))}
          />
          <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
            <TextAreaField name={`help.free-${number}`} label="Help" rows={1} />
            <SelectField name={`stage.free-${number}`} label="Stage" options={STAGE_OPTIONS} />
          </Grid>
          {people.length > 0 && (
            <FromEach
              line={`free-${number}`}
              title={textAt(values, `title.free-${number}`) || `something else ${number}`}
              people={people}
            />
          )}
        </Fieldset>
      ))}
      <Button
        size="xs"
        variant="outline"
        justifySelf="start"
        data-adds-line
        disabled={numbers.length >= REQUEST_LIMITS.items}
        onClick={add}
      >
        <Plus aria-hidden />
        Something Else
      </Button>
    </Grid>
  );
}

/** Fields of "Ask for Documents", for one or many clients. */
export function AskFields({ current, people = NOBODY }: AskProps) {
  const { data, error, isPending, refetch } = useQuery(templatesQuery);
  const { errors } = useForm();
  const proposedDue = useProposedDue();
  return (
    <>
      {error && !data ? (
        <ErrorState title="The firm’s list could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <FirmList templates={data?.templates} current={current} people={people} isLoading={isPending} />
      )}
      <FreeLines people={people} />
      {errors.items && (
        <Text role="alert" color="fg.error" textStyle="sm">
          {errors.items}
        </Text>
      )}
      <DateField
        name="dueDate"
        label="Due Date"
        hint="For all of them. Leave it blank if there is no hurry."
        defaultValue={proposedDue}
      />
    </>
  );
}
