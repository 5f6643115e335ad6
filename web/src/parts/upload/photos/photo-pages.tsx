import { Box } from '@chakra-ui/react/box';
import { IconButton, type IconButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ArrowDown, ArrowUp, ImageOff, RotateCw, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { Words } from '../../../ui/text/words.tsx';
import type { DrawnPhoto } from './draw-photo.ts';
import type { Photo } from './use-drawn-photos.ts';

const UNREADABLE = 'This photo can be sent as it is, but not put into a PDF.';

function Picture({ file, turns }: { file: Blob; turns: number }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return (
    address && (
      <chakra.img src={address} alt="" boxSize="full" objectFit="contain" style={{ rotate: `${turns * 90}deg` }} />
    )
  );
}

const Thumbnail = ({ children }: { children: ReactNode }) => (
  <Flex
    boxSize="min({spacing.20}, 20vw)"
    flexShrink="0"
    align="center"
    justify="center"
    bg="bg.muted"
    color="fg.muted"
    borderRadius="l1"
  >
    {children}
  </Flex>
);

interface RowProps {
  title: string;
  photo: Photo;
  thumbnail: ReactNode;
  children: ReactNode;
}

const Row = ({ title, photo, thumbnail, children }: RowProps) => (
  <Flex as="li" gap="3" align="center" p="2" borderWidth="1px" borderRadius="l2">
    <Thumbnail>{thumbnail}</Thumbnail>
    <Flex flex="1" minW="0" columnGap="3" rowGap="1" align="center" wrap="wrap">
      <Box flex="1 1 8rem" minW="0">
        <Text fontWeight={title === UNREADABLE ? undefined : 'medium'}>{title}</Text>
        <Words as="p" className="notranslate" textStyle="sm" color="fg.muted">
          {photo.file.name}
        </Words>
      </Box>
      <Flex wrap="wrap" ms="-2">
        {children}
      </Flex>
    </Flex>
  </Flex>
);

const RowButton = (props: IconButtonProps & { title: string; 'aria-label': string }) => (
  <IconButton ref={useFocusFallback()} variant="ghost" colorPalette="gray" {...props} />
);

interface MoveProps {
  title: string;
  label: string;
  icon: ReactNode;
  canMove: boolean;
  onMove: () => void;
}

/** Stays enabled for the focus at both ends of the list, as the focus follows the page. */
const MoveButton = ({ title, label, icon, canMove, onMove }: MoveProps) => (
  <RowButton title={title} aria-label={label} aria-disabled={!canMove} onClick={() => canMove && onMove()}>
    {icon}
  </RowButton>
);

interface Props {
  /** Photos in the order of their pages. */
  pages: readonly Photo[];
  unreadable: readonly Photo[];
  drawn: (photo: Photo) => DrawnPhoto | null | undefined;
  onChange: (photos: readonly Photo[]) => void;
}

/** Lists photos as pages, with buttons to move, rotate and remove them. */
export function PhotoPages({ pages, unreadable, drawn, onChange }: Props) {
  const [announced, announce] = useState('');
  const isOnly = pages.length + unreadable.length === 1;
  const move = (from: number, to: number) => {
    const others = pages.filter((_, i) => i !== from);
    onChange([...others.slice(0, to), ...pages.slice(from, from + 1), ...others.slice(to), ...unreadable]);
    announce(`Moved to page ${to + 1} of ${pages.length}.`);
  };
  const rotate = (photo: Photo, number: number) => {
    const turns = photo.turns + 1;
    onChange([...pages.map((page) => (page === photo ? { ...photo, turns } : page)), ...unreadable]);
    announce(`Page ${number} rotated to ${(turns % 4) * 90} degrees.`);
  };
  const remove = (photo: Photo, name: string) => {
    onChange([...pages, ...unreadable].filter((other) => other !== photo));
    announce(`${name} removed.`);
  };
  const removeButton = (photo: Photo, name: string) =>
    !isOnly && (
      <RowButton title="Remove" aria-label={`Remove ${name}`} onClick={() => remove(photo, name)}>
        <Trash2 aria-hidden />
      </RowButton>
    );
  const thumbnailOf = (photo: Photo) => {
    const file = drawn(photo)?.thumbnail;
    return file ? <Picture file={file} turns={photo.turns} /> : <Skeleton boxSize="full" borderRadius="l1" />;
  };
  return (
    <>
      <Text role="status" srOnly>
        {announced}
      </Text>
      <Box as="ol" aria-label="Pages" tabIndex={-1} listStyleType="none" display="grid" gap="2">
        {pages.map((photo, i) => (
          <Row key={photo.id} title={`Page ${i + 1}`} photo={photo} thumbnail={thumbnailOf(photo)}>
            <MoveButton
              title="Move Up"
              label={`Move page ${i + 1} up`}
              icon={<ArrowUp aria-hidden />}
              canMove={i > 0}
              onMove={() => move(i, i - 1)}
            />
            <MoveButton
              title="Move Down"
              label={`Move page ${i + 1} down`}
              icon={<ArrowDown aria-hidden />}
              canMove={i < pages.length - 1}
              onMove={() => move(i, i + 1)}
            />
            <RowButton title="Rotate" aria-label={`Rotate page ${i + 1}`} onClick={() => rotate(photo, i + 1)}>
              <RotateCw aria-hidden />
            </RowButton>
            {removeButton(photo, `page ${i + 1}`)}
          </Row>
        ))}
      </Box>
      {unreadable.length > 0 && (
        <Box as="ul" aria-label="Not in the PDF" tabIndex={-1} listStyleType="none" display="grid" gap="2">
          {unreadable.map((photo) => (
            <Row key={photo.id} title={UNREADABLE} photo={photo} thumbnail={<ImageOff aria-hidden />}>
              {removeButton(photo, photo.file.name)}
            </Row>
          ))}
        </Box>
      )}
    </>
  );
}
