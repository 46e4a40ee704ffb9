/** What an item looks like, small, on light paper in both themes; nothing where no file shows it. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { thumbnailAddress } from '../api/file-addresses'
import { pictureQuery } from '../api/pictures'
import { classes } from '../kit/classes'
import styles from './items.module.css'

export function ItemPicture({ id, isLarge = false }: { id: string; isLarge?: boolean }) {
  const file = useQuery(pictureQuery(id)).data
  const [isBroken, setBroken] = useState(false)
  if (!file || isBroken) return null
  return (
    <span className={classes(styles.picture, isLarge && styles.largePicture)}>
      <img
        src={thumbnailAddress({ id: file }, isLarge ? 512 : 64)}
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </span>
  )
}
