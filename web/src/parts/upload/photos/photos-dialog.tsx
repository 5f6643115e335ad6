import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type FormEvent, useId, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { Input } from '../../../ui/eager/controls.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { fileRefusal } from '../upload.ts';
import type { DrawnPhoto } from './draw-photo.ts';
import { PhotoPages } from './photo-pages.tsx';
import { photoPdf } from './photo-pdf.ts';
import { isPhoto, type PhotosChoice } from './photos-choice.tsx';
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
const bytesOf = (photos: readonly Photo[]) => photos.reduce((sum, { file }) => sum + file.size, 0);

function sizeText(pdf: Blob | undefined, original: number): string {
  if (!pdf) return 'Preparing the photos...';
  return pdf.size < original
    ? `${megabytes(pdf.size)} MB instead of ${megabytes(original)}.`
    : `${megabytes(pdf.size)} MB.`;
}

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

function Content({ choice: { files, title, send }, maxMb, onClose }: Props & { onClose: () => void }) {
  const [photos, setPhotos] = useState<readonly Photo[]>(() =>
    files.filter(isPhoto).map((file, id) => ({ id, file, turns: 0 })),
  );
  const [chosen, setChosen] = useState<Kind>(title === undefined ? 'files' : 'pdf');
  const [name, setName] = useState(nameOf(title ?? ''));
  const [isFull, setFull] = useState(false);
  const { small, drawn } = useDrawnPhotos(photos, isFull);
  const others = files.filter((file) => !isPhoto(file));
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
            {others.length > 0 && (
              <Text color="fg.muted">{`${countOf(others.length, 'other file')} will be sent beside the PDF.`}</Text>
            )}
            <NameField name={name} onType={setName} />
            <Box display="grid" gap="2">
              <Text role="status">{sizeText(pdf, bytesOf(pages))}</Text>
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
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={kind === 'pdf' && (!pdf || refused)}>
          Send
        </Button>
      </DialogFooter>
    </chakra.form>
  );
}

/** Dialog that sends photos as one PDF or as separate files. Closing it sends nothing. */
export default function PhotosDialog({ choice, maxMb, ...dialog }: DialogState & Props) {
  const count = choice.files.filter(isPhoto).length;
  return (
    <Modal title={`Put the ${count} photos into one PDF?`} {...dialog}>
      <Content choice={choice} maxMb={maxMb} onClose={dialog.onClose} />
    </Modal>
  );
}
