import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { paths, RECOMMENDATIONS } from '../../lib/navigation/paths.ts';
import { recommendations } from '../../parts/recommendations.ts';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { Checkbox } from '../../ui/form/tick.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';

import type { Target } from './recommendations-dialog.tsx';

const RecommendationsDialog = lazyDialog(() => import('./recommendations-dialog.tsx'));

/** Switch of the recommended security settings. A dialog says what it changes before anything is saved. */
export function Recommended({ settings }: { settings: FirmSettings }) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const all = recommendations(settings);
  const count = all.filter(({ isApplied }) => isApplied).length;
  const isAll = count === all.length;
  const [isOpen, setOpen] = useState(hash === RECOMMENDATIONS && !isAll);
  // Kept while the settings change one after another.
  const [target, setTarget] = useState<Target>('recommended');
  const close = () => {
    setOpen(false);
    // Otherwise the dialog opens again when the page is reloaded.
    if (hash === RECOMMENDATIONS) void navigate(paths.settings, { replace: true, preventScrollReset: true });
  };
  return (
    <Sheet px={{ base: EDGE, md: '6' }} py="4" mb="5">
      <Checkbox
        role="switch"
        label="Use the recommended security settings"
        hint={
          <span role="status">
            {isAll
              ? `All ${count} are on.`
              : `${count} of ${all.length} are on. You see what changes before it is saved.`}
          </span>
        }
        checked={isAll}
        onChange={(isOn) => {
          setTarget(isOn ? 'recommended' : 'default');
          setOpen(true);
        }}
      />
      <RecommendationsDialog settings={settings} target={target} open={isOpen} onClose={close} />
    </Sheet>
  );
}
