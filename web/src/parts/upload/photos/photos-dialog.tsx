import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { controlInUse } from '../../../lib/screen/pressed.ts';
import { Input } from '../../../ui/eager/controls.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { LeaveQuestion } from '../../../ui/overlay/leave-question.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { fileRefusal } from '../refusals.ts';
import type { DrawnPhoto } from './draw-photo.ts';
import { inPageOrder } from './page-order.ts';
import { PhotoPages } from './photo-pages.tsx';
import { photoPdf } from './photo-pdf.ts';
import { canBePage, type PhotosChoice } from './photos-choice.tsx';
import { type Photo, useDrawnPhotos } from './use-drawn-photos.ts';

type Kind = 'pdf' | 'files';

const Card = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    p: '3',
    cursor: 'pointer',
    borderWidth: '1px',
    borderRadius: 'l2',
    '&:has(:checked)': { borderColor: 'brand.border', boxShadow: 'inset 0 0 0 1px {colors.brand.border}' },
    '&:has([aria-disabled=true])': { cursor: 'default', color: 'fg.muted' },
  },
});
const Radio = chakra('input', { base: { accentColor: 'brand.solid', boxSize: '4', flexShrink: 0 } });

interface KindChoiceProps {
  kind: Kind;
  files: number;
  canBePdf: boolean;
  onChoose: (kind: Kind) => void;
}

function KindChoice({ kind, files, canBePdf, onChoose }: KindChoiceProps) {
  const name = useId();
  const option = (value: Kind, label: string) => (
    <Card>
      <Radio
        type="radio"
        name={name}
        checked={kind === value}
        aria-disabled={value === 'pdf' && !canBePdf}
        onChange={() => onChoose(value)}
      />
      {label}
    </Card>
  );
  return (
    <Grid
      role="radiogroup"
      aria-label="Send as"
      gap="2"
      templateColumns="repeat(auto-fit, minmax(min(8rem, 100%), 1fr))"
    >
      {option('pdf', 'One PDF')}
      {option('files', countOf(files, 'file'))}
    </Grid>
  );
}

const PDF_ENDING = /\.pdf$/i;
const nameOf = (typed: string) => `${typed.replace(PDF_ENDING, '').replace(/[/\\]/g, '-').trim() || 'Photos'}.pdf`;

function NameField({ name, onType }: { name: string; onType: (name: string) => void }) {
  const id = useId();
  return (
    <Box>
      <chakra.label htmlFor={id} display="block" mb="1.5" fontWeight="medium">
        Name
      </chakra.label>
      <Input id={id} value={name} onChange={({ target }) => onType(target.value)} />
    </Box>
  );
}

const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);

const sizeText = (pdf: Blob | undefined) => (pdf ? `The PDF is ${megabytes(pdf.size)} MB.` : 'Preparing the photos...');

/** Names a single file that is sent beside the PDF, and counts several. */
const Others = ({ files }: { files: readonly File[] }) => {
  const [first] = files;
  if (!first) return null;
  return (
    <Text color="fg.muted">
      {files.length === 1 ? (
        <span key="one">
          “<Words className="notranslate">{first.name}</Words>” <span>is sent as well.</span>
        </span>
      ) : (
        <span key="several">{`${countOf(files.length, 'other file')} are sent as well.`}</span>
      )}
    </Text>
  );
};

/** Returns the PDF once all pages are drawn. */
function pdfOf(pages: readonly Photo[], drawn: (photo: Photo) => DrawnPhoto | null | undefined): Blob | undefined {
  const ready = pages.flatMap((photo) => {
    const page = drawn(photo);
    return page ? { ...page, turns: photo.turns } : [];
  });
  return ready.length > 0 && ready.length === pages.length ? photoPdf(ready) : undefined;
}

const isTooLarge = (pdf: Blob, maxMb: number) => fileRefusal(new File([pdf], ''), maxMb) !== undefined;

interface Props {
  choice: PhotosChoice;
  /** Largest file in MB. */
  maxMb: number;
}

/** Pages, in the order of their photos, and name of a PDF. `isChanged` is true once somebody has arranged them. */
function useArrangement({ files, title }: PhotosChoice) {
  const [first] = useState<readonly Photo[]>(() =>
    inPageOrder(files.filter(canBePage)).map((file, id) => ({ id, file, turns: 0 })),
  );
  const [photos, setPhotos] = useState(first);
  const proposed = nameOf(title ?? '');
  const [name, setName] = useState(proposed);
  const isSame = ({ id, turns }: Photo, i: number) => id === first[i]?.id && turns % 4 === 0;
  const isChanged = name !== proposed || photos.length !== first.length || !photos.every(isSame);
  return { photos, setPhotos, name, setName, isChanged };
}

/** Closes the dialog, after a question if the pages were arranged. A reload needs the question too. */
function useLeaving(isChanged: boolean, onClose: () => void) {
  const [asking, setAsking] = useState<{ from: Element | null }>();
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  const keep = () => {
    if (asking?.from instanceof HTMLElement) asking.from.focus();
    setAsking(undefined);
  };
  const leave = () => {
    if (asking) keep();
    else if (isChanged) setAsking({ from: controlInUse() });
    else onClose();
  };
  return { isAsking: asking !== undefined, keep, leave };
}

interface ContentProps extends Props {
  arrangement: ReturnType<typeof useArrangement>;
  leaving: ReturnType<typeof useLeaving>;
  onClose: () => void;
}

function Content({ choice: { files, title, send }, maxMb, arrangement, leaving, onClose }: ContentProps) {
  const { photos, setPhotos, name, setName } = arrangement;
  const [chosen, setChosen] = useState<Kind>(title === undefined ? 'files' : 'pdf');
  const [isFull, setFull] = useState(false);
  const { small, drawn } = useDrawnPhotos(photos, isFull);
  const others = files.filter((file) => !canBePage(file));
  const unreadable = photos.filter((photo) => small(photo) === null);
  const pages = photos.filter((photo) => small(photo) !== null);
  const kind = pages.length > 0 ? chosen : 'files';
  const pdf = pdfOf(pages, drawn);
  const refused = pdf && isTooLarge(pdf, maxMb);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asFiles = (of: readonly Photo[]) => of.map(({ file }) => file);
    if (kind === 'files') send([...asFiles(photos), ...others]);
    else if (pdf && !refused)
      send([new File([pdf], nameOf(name), { type: pdf.type }), ...asFiles(unreadable), ...others]);
    else return;
    onClose();
  };
  return (
    <chakra.form display="contents" onSubmit={submit}>
      <DialogBody display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <KindChoice
          kind={kind}
          files={photos.length + others.length}
          canBePdf={pages.length > 0}
          onChoose={setChosen}
        />
        {(kind === 'pdf' || pages.length === 0) && (
          <PhotoPages pages={pages} unreadable={unreadable} drawn={small} onChange={setPhotos} />
        )}
        {kind === 'pdf' && (
          <>
            <Others files={others} />
            <NameField name={name} onType={setName} />
            <Box display="grid" gap="2">
              <Text role="status">{sizeText(pdf)}</Text>
              <Checkbox
                label="Send full size"
                hint="Keeps every detail, but takes longer to send."
                checked={isFull}
                onChange={setFull}
              />
            </Box>
            {refused && (
              <Text role="alert" color="fg.error">
                This PDF is too large to send. Please remove some photos, or send them as separate files.
              </Text>
            )}
          </>
        )}
      </DialogBody>
      <DialogFooter flexWrap="wrap">
        {leaving.isAsking ? (
          <LeaveQuestion onKeep={leaving.keep} onDiscard={onClose} />
        ) : (
          <>
            <Button variant="outline" colorPalette="gray" onClick={leaving.leave}>
              Cancel
            </Button>
            <Button type="submit" disabled={kind === 'pdf' && (!pdf || refused)}>
              Send
            </Button>
          </>
        )}
      </DialogFooter>
    </chakra.form>
  );
}

const titleFor = (photos: number) =>
  photos === 1 ? 'Put the photo into a PDF?' : `Put the ${photos} photos into one PDF?`;

/** Dialog that sends photos as one PDF or as separate files. Closing it sends nothing. */
export default function PhotosDialog({ choice, maxMb, open, onClose }: DialogState & Props) {
  const arrangement = useArrangement(choice);
  const leaving = useLeaving(open && arrangement.isChanged, onClose);
  return (
    <Modal title={titleFor(arrangement.photos.length)} open={open} onClose={leaving.leave}>
      <Content choice={choice} maxMb={maxMb} arrangement={arrangement} leaving={leaving} onClose={onClose} />
    </Modal>
  );
}
